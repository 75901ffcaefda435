// Matrices: squares turned by a product of rotations, and turned back by the transposed one.
mat2 turn(float angle) {
    float c = cos(angle), s = sin(angle);
    return mat2(c, s, -s, c);
}

void mainImage(out vec4 color, in vec2 pixel) {
    vec2 p = 2.0 * pixel / iResolution.xy - 1.0;
    mat2 m = turn(0.4 + iTime) * turn(0.3);
    vec2 q = abs(p * m), r = abs(transpose(m) * p);
    float one = smoothstep(0.5, 0.48, max(q.x, q.y)), two = smoothstep(0.3, 0.28, max(r.x, r.y));
    color.rgb = vec3(0.15) + one * vec3(0.7, 0.5, 0.1) + two * vec3(0.1, 0.3, 0.5);
}
