#version 320 es
precision highp float;
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in vec3 n[];
uniform float push;
out vec4 color;
void main() {
    vec3 a = gl_in[1].gl_Position.xyz - gl_in[0].gl_Position.xyz;
    vec3 b = gl_in[2].gl_Position.xyz - gl_in[0].gl_Position.xyz;
    vec3 face = cross(a, b);
    if (face.z < 0.0) return;
    for (int i = 0; i < gl_in.length(); i++) {
        gl_Position = gl_in[i].gl_Position + vec4(face * push, 0.0);
        color = vec4(n[i] * 0.5 + 0.5, 1.0);
        EmitVertex();
    }
    EndPrimitive();
}
