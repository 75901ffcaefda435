precision mediump float;

varying vec2 uv;
uniform float time;
uniform float rings;

// Rings that run outwards, in a colour that turns with the angle.
void main() {
    vec2 at = uv - 0.5;
    float far = length(at) * rings * 12.0;
    float wave = 0.5 + 0.5 * sin(far - time * 6.0);
    vec3 tint = vec3(at.x + 0.5, 0.4, 0.5 - at.y);
    gl_FragColor = vec4(tint * wave, 1.0);
}
