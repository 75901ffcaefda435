// Three octaves of a hash without a sine, the later ones moved by the earlier.
precision highp float;
varying vec2 v;

float hash(vec2 corner) {
    vec2 a = 50.0 * fract(corner * 0.3183099 + vec2(0.71, 0.113));
    return fract(a.x * a.y * (a.x + a.y));
}

float noise(vec2 p) {
    vec2 i = floor(p);
    vec2 f = p - i;
    vec2 u = f * f * (3.0 - 2.0 * f);
    vec4 h = vec4(hash(i), hash(i + vec2(1.0, 0.0)), hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0, 1.0)));
    vec2 side = mix(h.xz, h.yw, u.x);
    return mix(side.x, side.y, u.y);
}

float picture(vec2 p) {
    float first = noise(p);
    float second = noise(2.0 * p + first);
    return 0.5 * first + 0.3 * second + 0.2 * noise(3.0 * p - second);
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
