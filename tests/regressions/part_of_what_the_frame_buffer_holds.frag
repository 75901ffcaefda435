#version 300 es
#extension GL_EXT_shader_framebuffer_fetch : require
precision mediump float;

// lima-pp reads the frame buffer into a whole register, so no other output can be in it; nothing copied the other
// components.
layout(location = 0) inout vec4 color;

void main() {
    color.w = 0.25;
}
