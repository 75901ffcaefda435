#version 300 es
precision highp float;
precision highp int;
in vec4 colour;
out vec4 result;
// the fields of a packed colour do not overlap, as the clamps show
uint packed(vec3 c) {
  vec3 f = clamp(c, 0.0, 1.0) * vec3(15.0, 7.0, 15.0) + 0.5;
  return uint(f.r) << 7 | uint(f.g) << 4 | uint(f.b);
}
void main() {
  float part = colour.a < 0.0 ? 0.0 : colour.a > 1.0 ? 1.0 : colour.a;
  result = vec4(float(packed(colour.rgb)), float(uint(part * 3.0) | uint(colour.g > 0.5) << 2), 0.0, 1.0);
}
