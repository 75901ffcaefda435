// An instruction reads one uniform: the others are copied, before the loop where they are the same in each round.
attribute vec4 p;
attribute vec4 n;
uniform vec4 level;
uniform vec4 k[8];
uniform vec4 d[8];
varying vec4 color;
void main() {
  gl_Position = p;
  vec4 s = vec4(0.0);
  for (int i = 0; i < 8; i++) {
    if (k[i].x < level.y) break;
    s += max(0.0, dot(n, d[i])) * k[i];
    s = p * s + n;
  }
  color = s;
}
