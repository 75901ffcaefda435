// Three, four and four products with one matrix, and a point of the plane, which lacks the product with the third
// column.
attribute vec4 p;
attribute vec4 n;
attribute vec2 flat_point;
uniform mat4 m;
uniform mat4 k;
varying vec3 view;
varying vec4 color;
varying vec2 texcoord0;
void main() {
  gl_Position = p * m;
  view = n.xyz * mat3(m);
  color = vec4((n * m).xyz, 1.0);
  vec4 q = vec4(flat_point, 0.0, 1.0) * k;
  texcoord0 = q.xy / q.w;
}
