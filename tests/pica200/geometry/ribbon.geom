#version 320 es
precision highp float;
layout(lines) in;
layout(triangle_strip, max_vertices = 18) out;
uniform int steps;
uniform float width;
in vec4 tint[];
out vec4 color;
void main() {
    vec2 along = gl_in[1].gl_Position.xy - gl_in[0].gl_Position.xy;
    vec2 aside = vec2(-along.y, along.x) * width;
    for (int i = 0; i <= steps; i++) {
        float t = float(i) * 0.125;
        vec2 at = gl_in[0].gl_Position.xy + along * t;
        gl_Position = vec4(at + aside, 0.0, 1.0);
        color = tint[0];
        EmitVertex();
        gl_Position = vec4(at - aside, 0.0, 1.0);
        color = tint[1];
        EmitVertex();
        if (i > 6) break;
    }
    EndPrimitive();
}
