// A table of constants, and a switch.
const vec3 colours[4] = vec3[](vec3(0.9, 0.2, 0.2), vec3(0.95, 0.8, 0.3), vec3(0.2, 0.6, 0.4), vec3(0.2, 0.3, 0.7));

void mainImage(out vec4 color, in vec2 pixel) {
    vec2 p = pixel / iResolution.xy;
    int row = int(p.y * 4.0);
    float shift;
    switch (row) {
        case 0: shift = 0.0; break;
        case 1: case 2: shift = 0.5; break;
        default: shift = p.y;
    }
    color.rgb = colours[int(mod(p.x * 8.0 + shift, 4.0))] * (1.0 - 0.15 * float(row));
}
