// Borders of cells: how much farther the second point is than the first. Cells are numbered modulo 251, and wrap around.
precision highp float;
varying vec2 v;

vec2 place(vec2 cell) {
    cell = mod(cell, 251.0);
    float number = mod(cell.x * 7.0 + mod(cell.y * cell.y, 251.0) * 13.0, 251.0);
    number = mod((number * 5.0 + 3.0) * number, 251.0);
    return vec2(number, mod(number * 11.0, 251.0)) / 251.0;
}

float picture(vec2 p) {
    vec2 i = floor(p);
    vec2 f = p - i;
    vec2 nearest = vec2(9.0);
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec2 side = vec2(float(x), float(y));
            vec2 way = side + 0.1 + 0.8 * place(i + side) - f;
            float far = dot(way, way);
            nearest = far < nearest.x ? vec2(far, nearest.x) : vec2(nearest.x, min(nearest.y, far));
        }
    }
    nearest = sqrt(nearest);
    return nearest.y - nearest.x;
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
