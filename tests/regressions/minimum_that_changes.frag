#version 300 es
// A minimum that changes in every round was taken apart, and its constant for the end of the loop (agal, agsl).
precision highp float; in vec4 v; out vec4 o; uniform int n;
void main(){ float s=v.x; uint k = uint((n&7)+16);
 for (uint i=0u;;i++) { if (i==min(k,6u)) break; s = s*0.5+float(i); k = uint(int(k)-3); if (s>17.0) break; }
 o=vec4(s,v.yzw); }
