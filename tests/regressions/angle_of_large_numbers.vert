#version 100
attribute vec4 p;
void main() { gl_Position = vec4(atan(p.y * 1.0e18 * 8.0, p.x * 1.0e18 * 8.0), 0.0, 0.0, 1.0); }
