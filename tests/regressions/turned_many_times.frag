// The errors of a sine and a cosine add up over all steps of a march: on a chip, each call has the same error.
precision highp float;
uniform float time;
varying vec2 p;
vec2 turned(vec2 v, float angle) {
    return vec2(cos(angle) * v.x - sin(angle) * v.y, sin(angle) * v.x + cos(angle) * v.y);
}
float field(vec3 v) {
    for (int i = 0; i < 8; i++) {
        v.xz = turned(v.xz, 0.2 * time);
        v.xy = turned(v.xy, 0.4 * time);
        v.xz = abs(v.xz) - 0.5;
    }
    return dot(v, sign(v)) * 0.1;
}
void main() {
    float away = 0.0, glow = 0.0, near = 0.0;
    for (int i = 0; i < 80; i++) {
        near = field(vec3(away * p, away - 50.0));
        if (near < 0.01 || near > 1000.0) break;
        glow += 0.01 / near;
        away += near;
    }
    gl_FragColor = vec4(glow, near, away, 1.0);
}
