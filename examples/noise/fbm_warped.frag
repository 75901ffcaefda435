// Value noise moved by two others, octave by octave; the hash is a sine of one angle and a fractional part of a product.
precision highp float;
varying vec2 v;

float hash(vec2 corner) {
    float angle = 17.0 + corner.x * 61.7 - corner.y * 193.3;
    return fract(sin(angle) * (sin(angle * 0.37) * 91.0 + 1357.91));
}

float noise(vec2 p) {
    vec2 i = floor(p);
    vec2 f = smoothstep(0.0, 1.0, p - i);
    vec2 low = vec2(hash(i), hash(i + vec2(0.0, 1.0)));
    vec2 high = vec2(hash(i + vec2(1.0, 0.0)), hash(i + vec2(1.0, 1.0)));
    vec2 side = mix(low, high, f.x);
    return side.x + (side.y - side.x) * f.y;
}

float fbm(vec2 p) {
    float total = 0.0;
    float size = 0.5;
    for (int octave = 0; octave < 3; octave++) {
        total += size * noise(p);
        p = mat2(1.6, 1.2, -1.2, 1.6) * p;
        size *= 0.5;
    }
    return total;
}

float picture(vec2 p) {
    vec2 way = vec2(fbm(p), fbm(p + vec2(5.2, 1.3)));
    return fbm(0.5 * p + 0.8 * way);
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
