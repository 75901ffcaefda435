// Distance to the nearest of one point a cell; the points come from a permutation of cells.
precision highp float;
varying vec2 v;

vec2 permuted(vec2 x) {
    return mod((34.0 * x + 7.0) * x, 64.0);
}

vec2 place(vec2 cell) {
    vec2 a = permuted(permuted(mod(cell, 64.0)) + mod(cell.yx, 64.0));
    return 0.25 + a / 128.0;
}

float picture(vec2 p) {
    vec2 i = floor(p);
    vec2 f = fract(p);
    float nearest = 8.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec2 side = vec2(float(x), float(y));
            vec2 way = side - f + place(i + side);
            nearest = min(nearest, dot(way, way));
        }
    }
    return sqrt(nearest);
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
