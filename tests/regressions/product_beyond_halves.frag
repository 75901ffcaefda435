// Outside of the frame the colour is zero; of the other factors, in another order, the product is an infinity in halves.
precision highp float;
uniform vec4 colour;
uniform vec3 gain;
uniform float at;
void main() {
    vec3 lit = colour.rgb * step(abs(at), 0.5);
    lit *= 1.0 + gain.x * gain.x * 40.0;
    lit *= 1.0 + gain.y * gain.y * 40.0;
    lit *= gain.z * 64.0;
    gl_FragColor = vec4(lit, 1.0);
}
