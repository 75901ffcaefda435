#version 300 es
// LLVM threads two switches on one number into each other, and a case may go on into the next: the sides of such choices
// are neither diamonds nor triangles, and small ones became branches (lima-pp: 20 instructions instead of 14, lima-vp: 46
// instead of 27).
precision highp float;
uniform int m;
in vec4 a, b;
out vec4 color;
float pick(int k, vec4 x) {
    switch (k) {
        case 0: return x.x;
        case 1: x.y *= 2.0;
        case 2: return x.y;
        case 5: return x.z + 1.0;
        default: break;
    }
    return x.w;
}
void main() { color = vec4(pick(m, a), pick(m + 1, b), a.xy); }
