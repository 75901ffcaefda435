// Gradient noise whose slopes come from a permutation modulo 289, a number of which no power of two is a multiple.
precision highp float;
varying vec2 v;

vec4 wrapped(vec4 x) {
    return x - floor(x * (1.0 / 289.0)) * 289.0;
}

vec4 permuted(vec4 x) {
    return wrapped((x * 34.0 + 1.0) * x);
}

float picture(vec2 p) {
    vec4 corner = wrapped(floor(p.xyxy) + vec4(0.0, 0.0, 1.0, 1.0));
    vec4 f = fract(p.xyxy) - vec4(0.0, 0.0, 1.0, 1.0);
    vec4 number = permuted(permuted(corner.xzxz) + corner.yyww);
    vec4 across = 2.0 * fract(number / 41.0) - 1.0;
    vec4 down = abs(across) - 0.5;
    across -= floor(across + 0.5);
    vec4 ways = across * f.xzxz + down * f.yyww;
    vec2 u = f.xy * f.xy * f.xy * (f.xy * (f.xy * 6.0 - 15.0) + 10.0);
    vec2 side = mix(ways.xz, ways.yw, u.x);
    return 0.5 + mix(side.x, side.y, u.y);
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
