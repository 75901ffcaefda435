// Both sides multiply points that share a coordinate by one matrix.
attribute vec3 p;
attribute float side;
uniform mat4 m;
varying vec4 color;
void main() {
  vec4 q;
  if (side > 0.5) {
    color = vec4(p.zx, 0.0, 1.0) * m;
    q = vec4(p.xy, 0.0, 1.0);
  } else {
    color = vec4(0.25);
    q = vec4(p.x, p.y + side, 0.0, 1.0);
  }
  gl_Position = q * m;
}
