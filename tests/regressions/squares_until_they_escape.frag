precision highp float;
varying vec2 at;
uniform vec2 c;

void main() {
    vec2 z = at;
    float rounds = 0.0;
    for (int i = 0; i < 7; i++) {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        if (dot(z, z) > 16.0) {
            break;
        }
        rounds += 1.0;
    }
    gl_FragColor = vec4(z * 0.01, rounds, 1.0);
}
