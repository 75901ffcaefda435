#version 300 es
// A test in a round of a loop was taken for the one that ends it, and its limit for that of the rounds (agsl).
precision highp float; in vec4 v; out vec4 o;
void main(){ float i = 0.0, s = 0.0, a = 0.0; float lim = min(v.y, 12.0); float m = min(v.x, 3.0);
 while (true) { if (i == m) { a = sin(cos(sin(a + v.z)*a)+v.w)*2.0 + sin(a*v.z); a = cos(a*a+sin(a*3.0)); }
  i += 1.0; s += 1.0 + v.z*v.z; if (s >= lim) break; }
 o = vec4(s + a); }
