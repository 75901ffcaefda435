// The nearest of four points, cells in permuted order.
precision highp float;
varying vec2 v;

vec2 permuted(vec2 x) {
    return mod((34.0 * x + 1.0) * x, 229.0);
}

vec2 place(vec2 cell) {
    vec2 a = permuted(permuted(mod(cell, 229.0)) + cell.yx);
    return 0.25 + 0.5 * a / 229.0;
}

float picture(vec2 p) {
    p -= 0.5;
    vec2 i = floor(p);
    vec2 f = fract(p);
    vec2 a = place(i) - f;
    vec2 b = vec2(1.0, 0.0) + place(i + vec2(1.0, 0.0)) - f;
    vec2 c = vec2(0.0, 1.0) + place(i + vec2(0.0, 1.0)) - f;
    vec2 d = vec2(1.0, 1.0) + place(i + vec2(1.0, 1.0)) - f;
    vec4 far = vec4(dot(a, a), dot(b, b), dot(c, c), dot(d, d));
    vec2 two = min(far.xy, far.zw);
    return sqrt(min(min(two.x, two.y), 0.7));
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
