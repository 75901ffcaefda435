// How much nearer the nearest point is than the second.
precision highp float;
varying vec2 v;

uniform float time;

vec2 place(vec2 cell) {
    float angle = sin(cell.x * 37.17 + cell.y * 71.91) * 4793.177;
    return 0.5 + 0.4 * sin(time + 6.2831853 * fract(vec2(angle, angle * 1.37)));
}

float picture(vec2 p) {
    vec2 i = floor(p);
    vec2 f = fract(p);
    float first = 8.0;
    float second = 8.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec2 side = vec2(float(x), float(y));
            vec2 way = side - f + place(i + side);
            float far = length(way);
            second = min(second, max(first, far));
            first = min(first, far);
        }
    }
    return second - first;
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
