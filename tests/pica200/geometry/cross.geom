#version 320 es
precision highp float;
layout(points) in;
layout(triangle_strip, max_vertices = 6) out;
in float spread[];
uniform vec4 tint;
out vec4 color;
void blade(vec2 side) {
    vec4 at = gl_in[0].gl_Position;
    color = tint;
    gl_Position = at + vec4(side, 0.0, 0.0);
    EmitVertex();
    gl_Position = at - vec4(side, 0.0, 0.0);
    EmitVertex();
    gl_Position = at + vec4(-side.y, side.x, spread[0], 0.0);
    EmitVertex();
    EndPrimitive();
}
void main() {
    blade(vec2(spread[0], 0.0));
    blade(vec2(0.0, spread[0]));
}
