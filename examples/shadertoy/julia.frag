// A Julia set: a loop that ends early.
void mainImage(out vec4 color, in vec2 pixel) {
    vec2 z = 2.6 * pixel / iResolution.xy - 1.3;
    float rounds = 0.0;
    for (int i = 0; i < 10; i++) {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + vec2(-0.4, 0.6);
        if (dot(z, z) > 4.0) break;
        rounds += 0.1;
    }
    color.rgb = vec3(rounds, rounds * rounds, 0.4 * rounds + 0.2);
}
