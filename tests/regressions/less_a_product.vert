// A normal whose z is the negative of a root: LLVM subtracts the product with z, and two dot products took eight
// instructions instead of three on targets that add three products at once.
uniform vec4 light;
uniform vec4 eye;
attribute vec4 v;
varying vec4 color;
void main() {
  vec3 n;
  n.xy = v.xy * 2.0 - 1.0;
  n.z = -sqrt(max(1.0 - dot(n.xy, n.xy), 0.0));
  float lit = dot(n, light.xyz);
  float shine = dot(n, normalize(eye.xyz - v.xyz));
  gl_Position = v; color = vec4(lit, shine, lit - n.x * v.x - n.y * v.y, n.z);
}
