// The maximum of two numbers of which one is a product with 1/sqrt(y) was taken for the root of y where a quotient was by it.
precision highp float;
varying vec4 a;
uniform vec4 u;
void main() {
    float along = dot(u.xyz, normalize(a.xyz));
    float slope = a.x * inversesqrt(a.w * a.w + 1.0);
    gl_FragColor = vec4(a.w / max(u.w, along), 1.0 / max(slope, 0.5), a.y / max(a.x, sqrt(a.z)), a.z / (slope / inversesqrt(a.w)));
}
