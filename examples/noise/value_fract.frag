// Value noise; the hash is made of fractional parts alone.
precision highp float;
varying vec2 v;

float hash(vec2 corner) {
    vec2 a = fract(corner * vec2(0.3571, 0.4217));
    a += dot(a, a.yx + 17.31);
    return fract((a.x + a.y) * a.x * 13.7);
}

float picture(vec2 p) {
    vec2 i = floor(p);
    vec2 f = p - i;
    vec2 u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    float a = hash(i);
    float b = hash(i + vec2(1.0, 0.0));
    float c = hash(i + vec2(0.0, 1.0));
    float d = hash(i + 1.0);
    return a + (b - a) * u.x + (c - a) * u.y + (a - b - c + d) * u.x * u.y;
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
