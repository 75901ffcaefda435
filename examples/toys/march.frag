// Spheres and a floor, found by marching along a ray; a soft shadow, a normal by differences.
precision highp float;
uniform vec3 iResolution;
uniform float iTime;
uniform vec4 iMouse;
#define STEPS 64
#define FAR 40.0
mat2 turn(float a) { float c = cos(a), s = sin(a); return mat2(c, s, -s, c); }
float ball(vec3 p, float r) { return length(p) - r; }
float box(vec3 p, vec3 b) { vec3 d = abs(p) - b; return min(max(d.x, max(d.y, d.z)), 0.0) + length(max(d, 0.0)); }
float blend(float a, float b, float k) { float h = clamp(0.5 + 0.5 * (b - a) / k, 0.0, 1.0); return mix(b, a, h) - k * h * (1.0 - h); }
vec2 nearer(vec2 a, vec2 b) { return a.x < b.x ? a : b; }
vec2 scene(vec3 p) {
    vec2 found = vec2(p.y + 1.0, 1.0);
    vec3 q = p;
    q.xz *= turn(iTime);
    found = nearer(found, vec2(blend(ball(q, 1.0), box(q - vec3(0.9, 0.0, 0.0), vec3(0.5)), 0.4), 2.0));
    return nearer(found, vec2(ball(p - vec3(-2.0, sin(iTime), 1.0), 0.6), 3.0));
}
vec3 normal(vec3 p) {
    const vec2 e = vec2(0.001, 0.0);
    return normalize(vec3(scene(p + e.xyy).x - scene(p - e.xyy).x, scene(p + e.yxy).x - scene(p - e.yxy).x, scene(p + e.yyx).x - scene(p - e.yyx).x));
}
float shadow(vec3 from, vec3 to) {
    float lit = 1.0, t = 0.02;
    for (int i = 0; i < 24; i++) {
        float h = scene(from + to * t).x;
        if (h < 0.001) return 0.0;
        lit = min(lit, 8.0 * h / t);
        t += clamp(h, 0.02, 0.4);
        if (t > 6.0) break;
    }
    return lit;
}
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 uv = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 eye = vec3(0.0, 1.0, -5.0), ray = normalize(vec3(uv, 1.8));
    ray.yz *= turn(0.1 + iMouse.y * 0.001);
    float t = 0.0, id = 0.0;
    for (int i = 0; i < STEPS; i++) {
        vec2 hit = scene(eye + ray * t);
        id = hit.y;
        if (hit.x < 0.001 * t || t > FAR) break;
        t += hit.x;
    }
    vec3 color = vec3(0.4, 0.6, 0.9) - ray.y * 0.4;
    if (t < FAR) {
        vec3 p = eye + ray * t, n = normal(p), sun = normalize(vec3(0.6, 0.8, -0.4));
        vec3 paint = id < 1.5 ? vec3(0.4 + 0.2 * mod(floor(p.x) + floor(p.z), 2.0)) : id < 2.5 ? vec3(0.9, 0.3, 0.2) : vec3(0.2, 0.5, 0.9);
        float direct = max(dot(n, sun), 0.0) * shadow(p + n * 0.01, sun);
        color = mix(paint * (0.15 + direct) + pow(max(dot(reflect(ray, n), sun), 0.0), 24.0), color, 1.0 - exp(-0.0004 * t * t * t));
    }
    fragColor = vec4(sqrt(color), 1.0);
}
void main() { mainImage(gl_FragColor, gl_FragCoord.xy); }
