// Sums of sines, the oldest effect there is.
void mainImage(out vec4 color, in vec2 pixel) {
    vec2 p = 6.0 * pixel / iResolution.xy;
    float v = sin(p.x + iTime) + sin(p.y * 1.3 - iTime) + sin(length(p - 3.0) * 2.0);
    color = vec4(0.5 + 0.5 * cos(v + vec3(0.0, 2.1, 4.2)), 1.0);
}
