#version 310 es
precision highp float;

// A constructor of an array may be a statement, and a local variable's type a struct with two sizes behind it.
struct Cell {
    float value;
};
uniform int zero;
uniform float scale;
out vec4 color;

void main() {
    int count = 0;
    int[2](zero, count++);
    float[](scale, float(count++));
    Cell[1](Cell(scale));
    Cell[2][3] table;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 3; j++) {
            table[i][j].value = scale + float(i * j);
        }
    }
    color = vec4(float(count), table[1][2].value, 0.0, 1.0);
}
