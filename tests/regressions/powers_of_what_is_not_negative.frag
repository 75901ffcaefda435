// Powers with literal exponents, whose bases are never negative, may be, or are known to be negated.
precision mediump float;
varying vec3 n;
varying vec3 e;
uniform vec3 l;
void main() {
  float d = max(dot(n, l), 0.0);
  float r = pow(max(dot(reflect(-e, n), l), 0.0), 16.0);
  float f = pow(1.0 - clamp(d, 0.0, 1.0), 5.0);
  gl_FragColor = vec4(pow(d, 16.0), r, f, pow(e.x, 12.0)) + vec4(pow(d, 7.0), pow(e.y, 5.0), pow(e.z, 32.0), d * d * d * d * d);
}
