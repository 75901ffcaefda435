// For the mutants of the table: branches of version 2 for two kinds of comparison, logarithm, inverse square root.
precision highp float;
varying vec4 v;
uniform vec4 edge;

float wander(float far) {
    float root = sqrt(abs(sin(far * far) + cos(far) * v.z)) * exp(far);
    return sin(root + v.x) / v.y;
}

void main() {
    float c = v.x;
    if (edge.x == v.x) { c = wander(sin(v.z * v.w) + cos(v.y) / v.w); }
    if (edge.y != v.y) { c = wander(c + v.z); }
    gl_FragColor = vec4(c, inversesqrt(v.x), log2(v.y), 1.0);
}
