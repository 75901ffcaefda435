// Dot products with scaled vectors: with one, with two, with itself, and with a component read besides.
attribute vec4 p;
attribute vec3 n;
attribute vec3 t;
uniform vec3 l;
uniform vec3 k;
varying vec4 v;
varying vec4 w;
void main() {
  gl_Position = p;
  vec3 a = normalize(n);
  vec3 b = t * (p.x * 0.5 + 1.0);
  v = vec4(max(dot(a, l), 0.0), dot(a, k), dot(b, b), dot(b, l));
  vec3 c = normalize(t + l);
  w = vec4(dot(c, normalize(k + n)), c.x, dot(a, c), 1.0);
}
