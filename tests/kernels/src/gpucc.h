/* What a kernel in C needs: vectors, gpucc's intrinsics, and sums of products taken from left to right. */
#include <math.h>
#include <stdbool.h>

typedef float float2 __attribute__((ext_vector_type(2)));
typedef float float3 __attribute__((ext_vector_type(3)));
typedef float float4 __attribute__((ext_vector_type(4)));
typedef int int2 __attribute__((ext_vector_type(2)));

float4 texture2d(int unit, float2 uv) __asm__("gpucc.texture.2d");
float4 texture2d_bias(int unit, float2 uv, float bias) __asm__("gpucc.texture.2d.bias");
float4 texture2d_proj(int unit, float4 uvq) __asm__("gpucc.texture.2d.proj");
float4 texture_cube(int unit, float3 direction) __asm__("gpucc.texture.cube");
void discard_if(bool condition) __asm__("gpucc.discard");
float dfdx(float value) __asm__("gpucc.dfdx.f32");
float dfdy(float value) __asm__("gpucc.dfdy.f32");

static inline float dot2(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
static inline float dot3(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline float dot4(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
static inline float4 normalise3(float4 v) { return v * (1.0f / sqrtf(dot3(v, v))); }
static inline float clamp01(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }
static inline float4 mix4(float4 a, float4 b, float t) { return a + (b - a) * t; }
