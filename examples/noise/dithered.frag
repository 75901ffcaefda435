// A slope of light, dithered by an interleaved gradient and by a coarser one far from the origin, then smoothed from cell to cell.
precision highp float;
varying vec2 v;

float threshold(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

float picture(vec2 p) {
    vec2 i = floor(p) + vec2(1871.0, 943.0);
    vec2 f = fract(p);
    vec2 u = f * f * (3.0 - 2.0 * f);
    vec2 low = vec2(threshold(i), threshold(i + vec2(0.0, 1.0)));
    vec2 high = vec2(threshold(i + vec2(1.0, 0.0)), threshold(i + vec2(1.0)));
    vec2 side = mix(low, high, u.x);
    float light = 0.25 + 0.5 * fract(p.x / 300.0);
    return 0.5 * light + 0.5 * mix(side.x, side.y, u.y);
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
