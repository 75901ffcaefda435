attribute vec3 position; attribute vec4 joints; attribute vec4 weights;
uniform mat4 bones[16]; uniform mat4 bind; uniform mat4 viewProj;
void main() {
  vec4 at = bind * vec4(position, 1.0);
  vec4 blend = bones[int(joints.x)] * at * weights.x;
  blend += bones[int(joints.y)] * at * weights.y;
  blend += bones[int(joints.z)] * at * weights.z;
  blend += bones[int(joints.w)] * at * weights.w;
  gl_Position = viewProj * blend;
}
