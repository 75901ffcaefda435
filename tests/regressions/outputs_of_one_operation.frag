// The alpha that the colour takes as it is passes through the sum of the others, with a zero that is copied beside their
// other terms (AGAL: 3 tokens instead of 4).
precision highp float;
uniform vec4 tint;
varying vec4 v;
varying float share;
void main() {
  gl_FragColor = vec4(v.xyz + tint.xyz * share, v.w);
}
