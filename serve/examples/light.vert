attribute vec3 position;
attribute vec3 normal;
uniform mat4 transform;
uniform vec3 light;
varying vec4 shade;

// A vertex lit by one lamp.
void main() {
    gl_Position = transform * vec4(position, 1.0);
    float amount = max(dot(normalize(normal), light), 0.0);
    shade = vec4(vec3(0.1) + amount * vec3(0.9, 0.8, 0.7), 1.0);
}
