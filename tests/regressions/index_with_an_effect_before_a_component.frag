#version 300 es
// the index of a written place is computed once, and before the value: `q[i++].x` wrote q[1], and counted twice
precision highp float;
in vec2 p;
out vec4 shown;

void main() {
  int i = 0;
  vec2 q[3];
  q[0] = p;
  q[1] = vec2(0.25);
  q[2] = p.yx;
  q[i++].x = p.y * 2.0;
  mat2 m = mat2(p, p);
  int k = 0;
  m[k++][k] = 0.5;
  shown = vec4(q[0], q[1].x + m[0].y, float(i));
}
