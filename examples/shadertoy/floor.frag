// A floor in perspective: whole numbers decide its tiles.
void mainImage(out vec4 color, in vec2 pixel) {
    vec2 p = pixel / iResolution.xy - vec2(0.5, 0.6);
    float far = max(-p.y, 0.02);
    ivec2 tile = ivec2(floor(vec2(p.x / far * 2.0, 0.6 / far + iTime)));
    float light = (tile.x + tile.y) % 2 == 0 ? 0.9 : 0.2;
    vec3 sky = mix(vec3(0.8, 0.9, 1.0), vec3(0.2, 0.4, 0.8), clamp(p.y * 2.5, 0.0, 1.0));
    color.rgb = p.y > -0.02 ? sky : vec3(light) * smoothstep(0.0, 0.2, far);
}
