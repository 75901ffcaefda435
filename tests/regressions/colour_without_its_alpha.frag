// The colour is divided by its alpha, changed, and multiplied by its new alpha: the quotients stand beside the alpha, so
// that one instruction changes all four.
precision highp float;
varying vec4 v;
uniform sampler2D s;
uniform vec4 k;
uniform vec4 o;
void main() {
  vec4 a = texture2D(s, v.xy);
  a.rgb /= a.a;
  a = a * k + o;
  a.rgb *= a.a;
  gl_FragColor = a;
}
