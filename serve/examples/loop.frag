precision mediump float;

varying vec2 uv;
uniform int count;

// A sum whose length the program learns from a uniform: lima-pp loops,
// and AGAL, which cannot, says why it refuses.
void main() {
    float sum = 0.0;
    float step = 0.25;
    for (int i = 0; i < count; i++) {
        sum += step * uv.x;
        step *= 0.5 + 0.25 * uv.y;
    }
    gl_FragColor = vec4(sum, 1.0 - sum, uv.y, 1.0);
}
