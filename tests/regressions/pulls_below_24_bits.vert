// Pulls towards two places far away. 1 / sqrt(d) / d is too small for pica200's numbers where its product with the way
// is not.
attribute vec3 place;
uniform float near, far;
uniform vec3 moon, sun;
varying vec3 pulled;
vec3 pull(vec3 way, float strength) { return strength * normalize(way) / max(0.01, dot(way, way)); }
void main() {
    pulled = pull(moon - place, near) + pull(sun - place, far);
    gl_Position = vec4(place, 1.0);
}
