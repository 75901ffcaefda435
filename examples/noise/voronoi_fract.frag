// Distance to the nearest of one point a cell, smoothly; fractional parts place the points.
precision highp float;
varying vec2 v;

vec2 place(vec2 cell) {
    vec3 a = fract(vec3(cell.xyx) * vec3(0.1713, 0.0939, 0.1371));
    a += dot(a, a.zxy + 21.53);
    return fract((a.xx + a.yz) * a.zy);
}

float picture(vec2 p) {
    vec2 i = floor(p);
    vec2 f = p - i;
    float total = 0.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec2 side = vec2(float(x), float(y));
            total += exp2(-12.0 * length(side - f + place(i + side)));
        }
    }
    return -log2(total) / 12.0;
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
