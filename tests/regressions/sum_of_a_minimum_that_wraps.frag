#version 300 es
// The larger of two limits, added to, wraps round and was met before the minimum (agal).
precision highp float; in vec4 v; out vec4 o; uniform int n;
void main(){ float s=v.x; for (uint i=0u; i < min(uint(n),20u)+5u; i++) s = s*0.5+float(i); o=vec4(s,v.yzw); }
