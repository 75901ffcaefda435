// Quarters of circles in tiles, mirrored by the parity of the tile.
void mainImage(out vec4 color, in vec2 pixel) {
    vec2 p = 5.0 * pixel / iResolution.xy, f = fract(p), cell = floor(p);
    if (mod(cell.x * 3.0 + cell.y * 5.0 + cell.x * cell.y, 4.0) < 2.0) f.x = 1.0 - f.x;
    float d = min(abs(length(f) - 0.5), abs(length(f - 1.0) - 0.5));
    color = vec4(mix(vec3(0.95, 0.85, 0.6), vec3(0.2, 0.1, 0.3), smoothstep(0.16, 0.12, d)), 1.0);
}
