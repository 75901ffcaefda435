// Distance to the nearest of one point a cell; a sine places the points.
precision highp float;
varying vec2 v;

vec2 place(vec2 cell) {
    vec2 angle = vec2(dot(cell, vec2(127.1, 311.7)), dot(cell, vec2(269.5, 183.3)));
    return fract(sin(angle) * 18.5453);
}

float picture(vec2 p) {
    vec2 i = floor(p);
    vec2 f = fract(p);
    float nearest = 8.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec2 side = vec2(float(x), float(y));
            vec2 way = side + place(i + side) - f;
            nearest = min(nearest, dot(way, way));
        }
    }
    return sqrt(nearest);
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
