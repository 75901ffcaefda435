#version 320 es
precision highp float;
layout(triangles) in;
layout(triangle_strip, max_vertices = 6) out;
uniform bool both;
in vec2 at[];
out vec2 texcoord0;
void main() {
    for (int i = 0; i < 3; i++) {
        gl_Position = gl_in[i].gl_Position;
        texcoord0 = at[i];
        EmitVertex();
    }
    EndPrimitive();
    if (both) {
        for (int i = 2; i >= 0; i--) {
            gl_Position = gl_in[i].gl_Position * vec4(-1.0, 1.0, 1.0, 1.0);
            texcoord0 = vec2(1.0 - at[i].x, at[i].y);
            EmitVertex();
        }
    }
}
