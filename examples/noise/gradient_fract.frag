// Gradient noise; the slope at a corner comes from a hash without a sine, and is turned by time.
precision highp float;
varying vec2 v;

uniform float time;

vec2 slope(vec2 corner) {
    vec3 a = fract(vec3(corner.xyx) * vec3(0.1213, 0.1147, 0.0873));
    a += dot(a, a.yzx + 29.17);
    vec2 h = fract((a.xx + a.yz) * a.zy);
    float turn = 6.2831853 * h.x + time;
    return vec2(cos(turn), sin(turn)) * (0.5 + 0.5 * h.y);
}

float picture(vec2 p) {
    vec2 i = floor(p);
    vec2 f = p - i;
    vec2 u = f * f * f * (10.0 + f * (f * 6.0 - 15.0));
    float low = mix(dot(slope(i), f), dot(slope(i + vec2(1.0, 0.0)), f - vec2(1.0, 0.0)), u.x);
    float high = mix(dot(slope(i + vec2(0.0, 1.0)), f - vec2(0.0, 1.0)), dot(slope(i + 1.0), f - 1.0), u.x);
    return 0.5 + 0.7 * mix(low, high, u.y);
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
