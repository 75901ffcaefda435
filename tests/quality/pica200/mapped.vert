// The frame of a normal map as a quaternion: the largest of its four squares decides how it is computed.
attribute vec3 position;
attribute vec2 uv;
attribute vec3 normal;
attribute vec3 tangent;
uniform mat4 projection;
uniform mat4 model;
varying vec4 color;
varying vec2 texcoord0;
varying vec2 texcoord1;
varying vec3 view;
varying vec4 normalquat;
void main() {
  vec4 eye = vec4(position, 1.0) * model;
  view = -eye.xyz;
  gl_Position = eye * projection;
  texcoord0 = uv;
  texcoord1 = uv;
  vec3 n = (vec4(normal, 0.0) * model).xyz, t = (vec4(tangent, 0.0) * model).xyz;
  float scale = inversesqrt(dot(n, n));
  n *= scale;
  t *= scale;
  vec3 b = cross(n, t);
  t = cross(b, n);
  vec4 q;
  if (n.z <= 0.0) {
    if (t.x >= b.y) q = vec4(1.0 + t.x - b.y - n.z, t.y + b.x, t.z + n.x, b.z - n.y);
    else q = vec4(t.y + b.x, 1.0 - t.x + b.y - n.z, b.z + n.y, n.x - t.z);
  } else {
    if (-t.x >= b.y) q = vec4(t.z + n.x, b.z + n.y, 1.0 - t.x - b.y + n.z, t.y - b.x);
    else q = vec4(b.z - n.y, n.x - t.z, t.y - b.x, 1.0 + t.x + b.y + n.z);
  }
  normalquat = q * inversesqrt(dot(q, q));
  color = vec4(1.0);
}
