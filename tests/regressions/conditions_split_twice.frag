#version 300 es
// A condition that LLVM joined again was split again, and the new block had the name of the first one: LLVM ended
// the process (agal).
precision highp float; in vec4 v; out vec4 o; uniform int n; uniform int m;
void main(){ float a=v.x; int i=0;
 for (i=0; i<=min(m*2,4) && v.x>v.z; i+=1) { if (a>v.y) break; for (int j=min(5,n-1); j>=i; j-=3) { a=v.y-v.x; if (1.0<a) break; } a=v.y; }
 o=vec4(a,float(i),v.zw); }
