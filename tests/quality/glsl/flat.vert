attribute vec2 at; attribute vec3 normal;
uniform mat4 view;
varying vec3 n; varying vec2 left;
const vec2 STEP = vec2(-1.0, 0.0);
void main() {
  n = (view * vec4(normal, 0.0)).xyz;
  left = at + STEP * 0.125;
  gl_Position = view * vec4(at, 0.0, 1.0);
}
