#version 320 es
precision mediump float;

// Arrays of arrays of samplers ended in an error of gpucc. A row of them is an argument, too.
uniform sampler2D pictures[2][2];
uniform int row;
in vec2 uv;
out vec4 color;

vec4 first(sampler2D of_row[2]) {
    return texture(of_row[0], uv.yx);
}

void main() {
    color = texture(pictures[1][0], uv) + first(pictures[row]) + first(pictures[1]);
}
