attribute vec3 position; attribute vec3 normal; attribute vec4 skinIndex; attribute vec4 skinWeight;
uniform mat4 bones[20]; uniform mat4 viewProj;
varying mediump vec3 vNormal;
mat4 getBone(const in float i) { return bones[int(i)]; }
void main() {
  mat4 m = skinWeight.x * getBone(skinIndex.x);
  m += skinWeight.y * getBone(skinIndex.y);
  m += skinWeight.z * getBone(skinIndex.z);
  m += skinWeight.w * getBone(skinIndex.w);
  vec4 p = m * vec4(position, 1.0);
  vNormal = (m * vec4(normal, 0.0)).xyz;
  gl_Position = viewProj * p;
}
