// What one condition chooses is read behind another branch, on some ways and in a loop.
attribute vec4 p;
attribute vec4 c;
uniform bool one;
uniform bool two;
uniform vec4 a;
uniform vec4 b;
varying vec4 color;
void main() {
  gl_Position = p;
  color = c;
  if (two) {
    vec4 g = one ? a : b;
    if (p.x > 0.0) color.x += g.x * p.y;
    for (int i = 0; i < 3; i++) { if (color.y > 0.5) break; color.y += g.y * p.z; }
    if (one) color.zw += g.zw;
  }
}
