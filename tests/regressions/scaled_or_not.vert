// Products and quotients, or their first operand: one choice of a factor on targets that blend.
attribute vec4 c;
attribute vec2 p;
varying vec4 v;
uniform vec4 k;
void main() {
  vec4 a = c;
  if (a.a > 0.0) a.rgb /= a.a;
  if (p.x > k.x) a.rgb *= 0.5;
  if (p.y != 0.0) a.rg *= k.y / p.y;
  a.b = p.x == 0.0 ? a.b : p.x * a.b;
  float f = p.y == 0.0 ? 0.5 : p.y;
  float g = p.x > 0.25 ? p.x : 0.75;
  v = a + vec4(f, g, f * g, 0.0);
  gl_Position = c;
}
