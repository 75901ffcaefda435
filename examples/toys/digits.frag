// A clock of seven segments; integer division, comparisons, early returns, a switch made of conditions.
precision highp float;
uniform vec3 iResolution;
uniform vec4 iDate;
uniform int iFrame;
float segment(vec2 p, vec2 a, vec2 b) { vec2 d = b - a; float h = clamp(dot(p - a, d) / dot(d, d), 0.0, 1.0); return length(p - a - d * h); }
bool lit(int n, int s) {
    if (s == 0) return n != 1 && n != 4;
    if (s == 1) return n != 5 && n != 6;
    if (s == 2) return n != 2;
    if (s == 3) return n == 0 || n == 2 || n == 3 || n == 5 || n == 6 || n == 8 || n == 9;
    if (s == 4) return n == 0 || n == 2 || n == 6 || n == 8;
    if (s == 5) return n != 1 && n != 2 && n != 3 && n != 7;
    return n > 1 && n != 7;
}
vec4 ends(int s) {
    return s == 0 ? vec4(-0.2, 0.4, 0.2, 0.4) : s == 1 ? vec4(0.2, 0.4, 0.2, 0.0) : s == 2 ? vec4(0.2, 0.0, 0.2, -0.4) : s == 3 ? vec4(-0.2, -0.4, 0.2, -0.4)
        : s == 4 ? vec4(-0.2, 0.0, -0.2, -0.4) : s == 5 ? vec4(-0.2, 0.4, -0.2, 0.0) : vec4(-0.2, 0.0, 0.2, 0.0);
}
float digit(vec2 p, int n) {
    float d = 9.0;
    for (int s = 0; s < 7; s++) if (lit(n, s)) { vec4 e = ends(s); d = min(d, segment(p, e.xy, e.zw)); }
    return d;
}
int remainder(int a, int b) { return a - a / b * b; }
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y * 1.4;
    int seconds = int(iDate.w);
    float found = 9.0;
    for (int k = 0; k < 4; k++) {
        int v = k == 0 ? seconds / 36000 : k == 1 ? remainder(seconds / 3600, 10) : k == 2 ? remainder(seconds / 600, 6) : remainder(seconds / 60, 10);
        found = min(found, digit(p - vec2(float(k) * 0.7 - 1.05, 0.0), v));
    }
    vec3 on = mod(float(iFrame), 60.0) < 30.0 ? vec3(1, 0.2, 0.1) : vec3(0.2, 1, 0.3);
    fragColor = vec4(on * (smoothstep(0.06, 0.04, found) + 0.02 / (found + 0.02)), 1.0);
}
void main() { mainImage(gl_FragColor, gl_FragCoord.xy); }
