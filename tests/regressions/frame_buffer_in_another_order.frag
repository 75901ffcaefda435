#version 300 es
#extension GL_EXT_shader_framebuffer_fetch : require
precision mediump float;

// One component stays in its place, and three are copied from the register that lima-pp reads the frame buffer into.
layout(location = 0) inout vec4 color;

void main() {
    color = color.xwxx;
}
