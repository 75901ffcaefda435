#version 320 es
precision highp float;
layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
in vec2 size[];
in vec4 tint[];
uniform mat4 projection;
out vec4 color;
out vec2 texcoord0;
void corner(vec2 at) {
    gl_Position = projection * (gl_in[0].gl_Position + vec4(at * size[0], 0.0, 0.0));
    color = tint[0];
    texcoord0 = at * 0.5 + 0.5;
    EmitVertex();
}
void main() {
    corner(vec2(-1.0, -1.0));
    corner(vec2(1.0, -1.0));
    corner(vec2(-1.0, 1.0));
    corner(vec2(1.0, 1.0));
    EndPrimitive();
}
