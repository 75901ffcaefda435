// A sum of three products and the last component of their row stays together where it is subtracted, and where
// something else is added.
attribute vec3 p;
attribute vec2 t;
uniform mat4 m;
uniform vec4 light;
varying vec4 color;
varying vec2 texcoord0;
void main() {
  vec4 q = vec4(p, 1.0) * m;
  vec3 d = light.xyz - (vec4(p.zxy, 1.0) * m).xyz;
  q.xy += t - 0.5;
  gl_Position = q;
  color = vec4(d, dot(p, light.xyz) + light.w);
  texcoord0 = t - vec2(light.w + dot(light.xy, t), t.x * light.x + light.z + t.y * light.y);
}
