// Value noise without a sine in its hash, in two octaves.
float hash(vec2 cell) {
    vec3 p = fract(vec3(cell.xyx) * 0.1031);
    p += dot(p, p.yzx + 3.33);
    return fract((p.x + p.y) * p.z);
}

float noise(vec2 p) {
    vec2 cell = floor(p), f = smoothstep(0.0, 1.0, fract(p));
    vec2 low = mix(vec2(hash(cell), hash(cell + vec2(0, 1))), vec2(hash(cell + vec2(1, 0)), hash(cell + 1.0)), f.x);
    return mix(low.x, low.y, f.y);
}

void mainImage(out vec4 color, in vec2 pixel) {
    vec2 p = 5.0 * pixel / iResolution.xy;
    color = vec4(mix(vec3(0.2, 0.4, 0.8), vec3(1.0), 0.7 * noise(p) + 0.3 * noise(2.0 * p + 7.0)), 1.0);
}
