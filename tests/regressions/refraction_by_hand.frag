// The vector that is negated is also scaled, so its negation remains; the dot product with it is still the negation of
// a dot product, also where sums may not be regrouped because they lead to a texture (AGAL: 18 tokens instead of 21).
precision highp float;
uniform vec4 index;
uniform sampler2D sky;
varying vec4 v;
varying vec4 n;
void main() {
  vec3 i = -v.xyz;
  float c = dot(i, n.xyz);
  float root = sqrt(1.0 - index.x * index.x * (1.0 - c * c));
  gl_FragColor = texture2D(sky, normalize(index.x * i - (index.x * c + root) * n.xyz).xy);
}
