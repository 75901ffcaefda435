// Waves that run against each other, eight of them, each turned and shorter than the last; a real loop.
precision mediump float;

uniform float time;
uniform int count;
varying vec2 uv;

void main() {
    vec2 p = (uv - 0.5) * 3.0;
    float height = 0.0;
    float size = 0.5;
    for (int i = 0; i < 16; i++) {
        if (i >= count) break;
        height += size * sin(p.x + time * size);
        p = vec2(p.x * 0.75 - p.y, p.x + p.y * 0.75) * 1.125;
        size *= 0.75;
    }
    vec3 deep = vec3(0.0, 0.1, 0.3);
    vec3 foam = vec3(0.8, 0.95, 1.0);
    gl_FragColor = vec4(mix(deep, foam, clamp(height * 0.4 + 0.4, 0.0, 1.0)), 1.0);
}
