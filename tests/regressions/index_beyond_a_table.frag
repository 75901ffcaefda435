#version 300 es
precision highp float;

// Where lanes are sought for the branch of the comparison, the index is outside the table in all of them. That is no
// mistake of the program.
uniform int index;
uniform int wanted;
out vec4 color;

void main() {
    float found = float[2](100.0, 200.0)[index];
    color = vec4(found == float(wanted) ? 1.0 : 0.0, 0.0, 0.0, 1.0);
}
