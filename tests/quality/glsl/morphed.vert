#version 100
attribute vec3 position, m0, m1, m2, m3;
uniform float w[4];
uniform mat4 mvp;
uniform bool useMorph;
void main() {
  vec3 p = position;
  if (useMorph) {
    p += (m0 - position) * w[0];
    p += (m1 - position) * w[1];
    p += (m2 - position) * w[2];
    p += (m3 - position) * w[3];
  }
  gl_Position = mvp * vec4(p, 1.0);
}
