// Value noise; corners are permuted by a polynomial modulo 64.
precision highp float;
varying vec2 v;

float permuted(float x) {
    return mod((x * 34.0 + 7.0) * x, 64.0);
}

float hash(vec2 corner) {
    return permuted(permuted(mod(corner.x, 64.0)) + corner.y) / 64.0;
}

float picture(vec2 p) {
    vec2 i = floor(p);
    vec2 u = smoothstep(0.0, 1.0, fract(p));
    return mix(mix(hash(i), hash(i + vec2(1.0, 0.0)), u.x), mix(hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0)), u.x), u.y);
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
