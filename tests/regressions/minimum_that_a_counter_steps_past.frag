#version 300 es
// A counter that steps past a minimum, say one that is no whole number, goes on to another exit; the minimum was taken for a bound (agsl).
precision highp float; in vec4 v; out vec4 o; uniform float n;
void main(){ float s=0.0; float i=0.0; float m=min(n,4.0);
 while(true){ if(i==m) break; s=s*0.5+i+v.x*v.y; i+=1.0; if (s>v.z+6.0) break; if (i>v.w*8.0) break; }
 o=vec4(s,i,0.,1.); }
