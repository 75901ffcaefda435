// Diffuse light for a vertex of a mesh.
attribute vec3 position;
attribute vec3 normal;

uniform mat4 transform;
uniform vec3 light;
uniform vec4 colour;

varying vec4 shade;

void main() {
    gl_Position = transform * vec4(position, 1.0);
    shade = colour * max(dot(normalize(normal), light), 0.0);
}
