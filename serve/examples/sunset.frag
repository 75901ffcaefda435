// As on Shadertoy: mainImage, iTime, iResolution.
void mainImage(out vec4 colour, in vec2 place) {
    vec2 at = place / iResolution.xy;
    float sun = smoothstep(0.22, 0.2, length((at - vec2(0.5, 0.55)) * vec2(1.6, 1.0)));
    float swell = sin(at.x * 22.0 + iTime * 4.0) * 0.012;
    float sea = step(at.y, 0.4 + swell);
    vec3 sky = mix(vec3(0.98, 0.55, 0.25), vec3(0.25, 0.2, 0.5), at.y);
    vec3 water = mix(vec3(0.05, 0.08, 0.2), vec3(0.6, 0.3, 0.3), at.y * 2.0);
    colour = vec4(mix(mix(sky, vec3(1.0, 0.9, 0.6), sun), water, sea), 1.0);
}
