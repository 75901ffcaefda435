// An infinity that one choice of several takes (a quotient by a sign, by a step) was NaN where another one was taken, on a target that blends.
precision highp float;
varying vec4 a;
void main() {
    float by_sign = a.x / 4.0 + 1.0 / sign(a.x);
    float nothing = step(a.y, 0.2) / fract(1.0);
    float deep = a.z > 0.5 ? a.w : 1.0 - (a.w > 0.1 ? a.z : 1.0 / 0.0);
    gl_FragColor = vec4(by_sign, a.x > 0.0 ? 1.0 : nothing, deep, a.y > 0.0 ? 2.0 : a.y < -1.0 ? -1.0 / 0.0 : 1.0 / 0.0);
}
