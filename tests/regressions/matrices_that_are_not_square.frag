#version 300 es
precision highp float;

// AGSL has square matrices only, so each of these becomes an array of its columns there.
layout(std140) uniform Block {
    layout(row_major) mat3x2 rows;
};
uniform mat2x3 columns;
uniform mediump mat3x2 several[2];
struct Part {
    float scale;
    mat4x2 inner;
};
uniform Part part;
out vec4 color;

void main() {
    vec2 sum = rows * vec3(1.0, 2.0, 3.0) + several[1][2] + several[0][0];
    color = vec4(sum, columns[1].z, part.inner[3].y * part.scale);
}
