#define NUM_LIGHTS 3
#define USE_FOG
#ifdef USE_FOG
  #define FOG_ARG , fogDepth
#else
  #define FOG_ARG
#endif
precision highp float;
attribute vec3 position;
attribute vec3 normal;
attribute vec2 uv;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
uniform mat3 normalMatrix;
uniform vec3 ambientLightColor;
struct PointLight { vec3 position; vec3 color; float distance; float decay; };
uniform PointLight pointLights[NUM_LIGHTS];
varying vec2 vUv;
varying vec3 vLight;
#ifdef USE_FOG
varying float fogDepth;
#endif
float punctual(const in float d, const in float cutoff, const in float decay) {
  if (cutoff > 0.0 && decay > 0.0) return pow(clamp(-d / cutoff + 1.0, 0.0, 1.0), decay);
  return 1.0;
}
void main() {
  vUv = uv;
  vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
  vec3 n = normalize(normalMatrix * normal);
  vec3 sum = ambientLightColor;
  for (int i = 0; i < NUM_LIGHTS; i++) {
    vec3 l = pointLights[i].position - mvPosition.xyz;
    float d = length(l);
    float lambert = max(dot(n, l / d), 0.0);
    sum += pointLights[i].color * lambert * punctual(d, pointLights[i].distance, pointLights[i].decay);
  }
  vLight = sum;
#ifdef USE_FOG
  fogDepth = -mvPosition.z;
#endif
  gl_Position = projectionMatrix * mvPosition;
}
