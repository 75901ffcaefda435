// Value noise; a sine is the hash of a corner.
precision highp float;
varying vec2 v;

float hash(vec2 corner) {
    return fract(sin(dot(corner, vec2(12.9898, 78.233))) * 43758.5453);
}

float picture(vec2 p) {
    vec2 i = floor(p);
    vec2 f = fract(p);
    vec2 u = f * f * (3.0 - 2.0 * f);
    float low = mix(hash(i), hash(i + vec2(1.0, 0.0)), u.x);
    float high = mix(hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0, 1.0)), u.x);
    return mix(low, high, u.y);
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
