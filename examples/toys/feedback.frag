// Three channels: a blur along a ray, an edge, a displaced picture.
precision mediump float;
uniform vec2 iResolution;
uniform float iTime;
uniform sampler2D iChannel0, iChannel1, iChannel2;
uniform vec3 iChannelResolution[3];
#define T(c, p) texture2D(c, p)
float luma(vec3 c) { return dot(c, vec3(0.299, 0.587, 0.114)); }
float edge(vec2 uv) {
    vec2 e = 1.0 / iResolution;
    float k[9];
    for (int j = 0; j < 3; j++) for (int i = 0; i < 3; i++) k[j * 3 + i] = luma(T(iChannel1, uv + e * vec2(i - 1, j - 1)).rgb);
    float gx = k[2] + 2.0 * k[5] + k[8] - k[0] - 2.0 * k[3] - k[6], gy = k[6] + 2.0 * k[7] + k[8] - k[0] - 2.0 * k[1] - k[2];
    return sqrt(gx * gx + gy * gy);
}
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 uv = fragCoord / iResolution.xy, centre = vec2(0.5) + 0.1 * vec2(sin(iTime), cos(iTime));
    vec4 sum = vec4(0.0);
    float weight = 0.0;
    for (float f = 0.0; f < 1.0; f += 0.0625) {
        float w = 1.0 - f;
        sum += w * T(iChannel0, mix(uv, centre, f * 0.2));
        weight += w;
    }
    vec2 bend = T(iChannel2, uv * 2.0).xy - 0.5;
    fragColor = mix(sum / weight, vec4(edge(uv)), 0.5) + 0.3 * T(iChannel2, fract(uv + bend * 0.05 * iChannelResolution[1].xy / iChannelResolution[1].y));
    fragColor.a = 1.0;
}
void main() { mainImage(gl_FragColor, gl_FragCoord.xy); }
