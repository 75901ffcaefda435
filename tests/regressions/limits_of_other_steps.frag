#version 300 es
// A minimum bounded a loop only where its counter went up by one, and a maximum bounded none: agal refused these.
precision highp float; in vec4 v; out vec4 o; uniform int n;
void main(){ float s=v.x;
 for (int i=1; i<min(n,9); i+=2) s=s*0.5+v.y;
 for (int i=7; i>max(n,0); --i) { if (s>v.w) break; s=s*0.25+v.z; }
 o=vec4(s,v.yzw); }
