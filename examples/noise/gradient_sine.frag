// Gradient noise; two sines make the slope at a corner.
precision highp float;
varying vec2 v;

vec2 slope(vec2 corner) {
    vec2 angle = vec2(dot(corner, vec2(127.1, 311.7)), dot(corner, vec2(269.5, 183.3)));
    return 2.0 * fract(sin(angle) * 43758.5453123) - 1.0;
}

float picture(vec2 p) {
    vec2 i = floor(p);
    vec2 f = fract(p);
    vec2 u = f * f * (3.0 - 2.0 * f);
    float a = dot(slope(i), f);
    float b = dot(slope(i + vec2(1.0, 0.0)), f - vec2(1.0, 0.0));
    float c = dot(slope(i + vec2(0.0, 1.0)), f - vec2(0.0, 1.0));
    float d = dot(slope(i + vec2(1.0, 1.0)), f - vec2(1.0, 1.0));
    return 0.5 + 0.5 * mix(mix(a, b, u.x), mix(c, d, u.x), u.y);
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
