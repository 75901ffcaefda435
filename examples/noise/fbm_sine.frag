// Four octaves of value noise, each turned and twice as fine.
precision highp float;
varying vec2 v;

float hash(vec2 corner) {
    return fract(sin(corner.x * 41.31 + corner.y * 289.17) * 45758.5453);
}

float noise(vec2 p) {
    vec2 i = floor(p);
    vec2 f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1.0, 0.0)), f.x), mix(hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0, 1.0)), f.x), f.y);
}

float picture(vec2 p) {
    mat2 turn = mat2(0.8, -0.6, 0.6, 0.8);
    float total = 0.0;
    float size = 0.5;
    for (int octave = 0; octave < 4; octave++) {
        total += size * noise(p);
        p = turn * p * 2.0 + vec2(17.0, 5.0);
        size *= 0.5;
    }
    return total;
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
