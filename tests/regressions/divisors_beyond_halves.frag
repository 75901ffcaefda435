// 100000.0 and 1000000.0 are infinite in halves, but not their reciprocals, which programs multiply by: right programs were called different.
precision mediump float;
varying vec4 a;
uniform vec4 u;
void main() {
    vec2 whole = floor(a.xy / 1000000.0);
    float rest = mod(a.z, 1000000.0);
    bool less = a.w / 100000.0 < u.x;
    gl_FragColor = vec4(whole, less ? 1.0 : u.y, rest);
}
