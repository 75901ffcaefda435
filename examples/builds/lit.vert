#include "light.glsl"
attribute vec4 position;
attribute vec3 normal;
uniform mat4 transform;
uniform vec3 light;
varying float brightness;

void main() {
    gl_Position = transform * position;
    brightness = lit(normal, light);
}
