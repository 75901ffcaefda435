// Comparisons of lengths with literals, which need no root.
precision mediump float;
varying vec2 p;
varying vec3 n;
uniform vec4 k;
uniform vec4 q;
void main() {
  float d = length(p - 0.5);
  vec4 c = d < 0.5 ? k : q;
  if (length(n) >= 0.7) c *= 0.5;
  c.r += step(d, 0.3);
  c.g += d > 0.2 && d <= 0.4 ? 0.25 : 0.0;
  gl_FragColor = c;
}
