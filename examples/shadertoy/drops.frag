// Distances to circles, joined smoothly. A struct, an array of them and a loop.
struct Drop { vec2 at; float size; };

float joined(float a, float b) {
    float h = clamp(0.5 + 2.5 * (b - a), 0.0, 1.0);
    return mix(b, a, h) - 0.2 * h * (1.0 - h);
}

void mainImage(out vec4 color, in vec2 pixel) {
    vec2 p = 2.0 * pixel / iResolution.xy - 1.0;
    Drop drops[3] = Drop[](Drop(vec2(-0.4, 0.0), 0.35), Drop(vec2(0.35, 0.3), 0.25), Drop(vec2(0.3, -0.4), 0.3));
    float d = 9.0;
    for (int i = 0; i < drops.length(); i++) d = joined(d, length(p - drops[i].at) - drops[i].size);
    color = vec4(mix(vec3(0.1, 0.5, 0.9), vec3(0.02, 0.03, 0.1), smoothstep(-0.02, 0.02, d)), 1.0);
}
