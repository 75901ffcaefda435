// A wireframe cube: vertices in arrays, a product of matrices, edges by index arithmetic.
precision highp float;
uniform vec3 iResolution;
uniform float iTime;
uniform vec4 iMouse;
mat3 aboutX(float a) { return mat3(1, 0, 0, 0, cos(a), sin(a), 0, -sin(a), cos(a)); }
mat3 aboutY(float a) { return mat3(cos(a), 0, -sin(a), 0, 1, 0, sin(a), 0, cos(a)); }
vec2 seen(mat4 view, vec3 p) { vec4 q = view * vec4(p, 1.0); return q.xy / q.w; }
void line(inout float d, vec2 p, vec2 a, vec2 b) { vec2 e = b - a; d = min(d, length(p - a - e * clamp(dot(p - a, e) / dot(e, e), 0.0, 1.0))); }
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    mat3 turned = aboutX(iMouse.z > 0.0 ? iMouse.y / 100.0 : iTime * 0.7) * aboutY(iTime);
    mat4 view = mat4(vec4(turned[0], 0), vec4(turned[1], 0), vec4(turned[2], 0), vec4(0, 0, 0, 1));
    mat4 lens = mat4(1.8);
    lens[2][3] = 1.0;
    lens[3][3] = 4.0;
    view = lens * view;
    vec2 corners[8];
    for (int i = 0; i < 8; i++) {
        float f = float(i);
        corners[i] = seen(view, 2.0 * vec3(mod(f, 2.0), mod(floor(f / 2.0), 2.0), floor(f / 4.0)) - 1.0);
    }
    float d = 1e3;
    for (int i = 0; i < 4; i++) {
        line(d, p, corners[2 * i], corners[2 * i + 1]);
        line(d, p, corners[i], corners[i + 4]);
        line(d, p, corners[i / 2 * 4 + (i - i / 2 * 2)], corners[i / 2 * 4 + (i - i / 2 * 2) + 2]);
    }
    fragColor = vec4(vec3(smoothstep(0.03, 0.01, d)) + vec3(0.1, 0.2, 0.4) * exp(-4.0 * d), 1.0);
}
void main() { mainImage(gl_FragColor, gl_FragCoord.xy); }
