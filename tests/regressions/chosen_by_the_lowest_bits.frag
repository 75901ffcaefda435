#version 300 es
// LLVM narrows what a switch chooses by to 8 or 16 bits, and reads the vector of words as one of bytes or halves.
precision highp float;
precision highp int;
flat in ivec2 kind;
uniform uvec2 mode;
in vec3 a;
in vec3 b;
out vec4 color;
void main() {
    vec3 r = vec3(1.0, 1.0, 0.0);
    int way = kind.y & 0xFF;
    switch (way) {
        case 0: r = a * b; break;
        case 1: r = a + b; break;
        case 2: r = min(a, b); break;
        default: break;
    }
    switch (mode.x & 0xFFFFu) {
        case 1u: r *= 0.5; break;
        case 3u: r += a; break;
        default: break;
    }
    color = vec4(r, float(mode.y));
}
