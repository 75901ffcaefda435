#version 310 es
precision highp float;

// The sizes behind a parameter's name stand before those behind its type, as in every other declaration.
uniform float scale;
out vec4 color;

float last(vec4[2] table[3]) {
    return table[2][1].x;
}

void main() {
    vec4[2] table[3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 2; j++) {
            table[i][j] = vec4(scale * float(i) + float(j));
        }
    }
    color = vec4(last(table), table[1][0].xy, 1.0);
}
