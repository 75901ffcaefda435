#version 300 es
// A counter that begins below zero meets large unsigned numbers before the minimum (agal).
precision highp float; in vec4 v; out vec4 o; uniform int n;
void main(){ float s=v.x; for (int i=-5; i != int(min(uint(n),20u)); i++) s = s*0.5+float(i); o=vec4(s,v.yzw); }
