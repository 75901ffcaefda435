// A tint times opacity times weight. The product of opacity and weight is too small for halves, that with the tint is
// not.
precision highp float;
varying vec3 tint;
uniform float opacity, weight;
void main() {
    gl_FragColor = vec4(tint * opacity * weight, opacity);
}
