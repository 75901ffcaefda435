// Value noise; the hash folds products of both coordinates back into the unit interval, three times.
precision highp float;
varying vec2 v;

uniform float time;

float hash(vec2 corner, float seed) {
    vec3 a = fract(vec3(corner, seed) * vec3(0.1031, 0.11369, 0.13787));
    a += dot(a, a.yxz + 19.19);
    a = fract(a * (a.yzx + 3.1));
    return fract(a.x * 3.7 + a.y * 5.3 + a.z * 7.9);
}

float layer(vec2 i, vec2 u, float seed) {
    float low = mix(hash(i, seed), hash(i + vec2(1.0, 0.0), seed), u.x);
    float high = mix(hash(i + vec2(0.0, 1.0), seed), hash(i + vec2(1.0, 1.0), seed), u.x);
    return mix(low, high, u.y);
}

float picture(vec2 p) {
    vec2 i = floor(p);
    vec2 u = smoothstep(vec2(0.0), vec2(1.0), p - i);
    float moment = floor(time * 6.0);
    return mix(layer(i, u, moment), layer(i, u, moment + 1.0), fract(time * 6.0));
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
