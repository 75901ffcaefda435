// A Julia set with smooth bands, antialiased by a 2 x 2 grid.
precision highp float;
uniform vec3 iResolution;
uniform float iTime;
const int ROUNDS = 96;
vec2 square(vec2 z) { return vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y); }
float rounds(vec2 z, vec2 c) {
    float n = 0.0;
    for (int i = 0; i < ROUNDS; ++i) {
        z = square(z) + c;
        if (dot(z, z) > 256.0) break;
        n++;
    }
    return n - log2(log2(max(dot(z, z), 4.0))) + 4.0;
}
vec3 palette(float t) { return vec3(0.5) + vec3(0.5) * cos(6.28318 * (vec3(1.0, 0.9, 0.7) * t + vec3(0.0, 0.15, 0.3))); }
void mainImage(out vec4 o, vec2 at) {
    vec3 sum = vec3(0);
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            vec2 z = (2.0 * (at + vec2(i, j) * 0.5) - iResolution.xy) / iResolution.y;
            sum += palette(rounds(z * 1.2, vec2(-0.8, 0.156) + 0.05 * vec2(cos(iTime), sin(iTime * 0.7))) / float(ROUNDS));
        }
    o = vec4(sum / 4.0, 1.0);
}
void main() { mainImage(gl_FragColor, gl_FragCoord.xy); }
