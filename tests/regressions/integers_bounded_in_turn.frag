#version 300 es
// each number is bounded by what the one before was a round ago, so each attempt to bound them widens only one
precision highp float;
precision highp int;
uniform float u;
out vec4 colour;
void main() {
    int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;
    for (int i = 0; i < 100; i++) {
        if (float(i) > u) break;
        f = max(0, e - 5);
        e = max(0, d - 5);
        d = max(0, c - 5);
        c = max(0, b - 5);
        b = max(0, a - 5);
        a = a + 2;
    }
    colour = vec4(float(a + b), float(c), float(d + e), float(f)) / 256.0;
}
