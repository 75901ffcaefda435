/* What a vertex program in C needs: vectors, the three kinds of globals, and GLSL's functions as its specification defines them. */
#include <math.h>
#include <stdbool.h>

typedef float float2 __attribute__((ext_vector_type(2)));
typedef float float3 __attribute__((ext_vector_type(3)));
typedef float float4 __attribute__((ext_vector_type(4)));

/* Columns of a matrix and elements of an array start a vec4 each, as GLSL's do on this processor. */
#define ATTRIBUTE extern const __attribute__((address_space(1)))
#define UNIFORM extern const __attribute__((address_space(2)))
#define VARYING extern __attribute__((address_space(3)))

VARYING float4 gl_Position;
VARYING float gl_PointSize;

#define SAME static inline __attribute__((always_inline, overloadable))
#define abs_of(x) __builtin_elementwise_abs(x)
#define floor_of(x) __builtin_elementwise_floor(x)
#define ceil_of(x) __builtin_elementwise_ceil(x)
#define min_of(x, y) __builtin_elementwise_min(x, y)
#define max_of(x, y) __builtin_elementwise_max(x, y)
#define clamp_of(x, low, high) min_of(max_of(x, low), high)

SAME float sign(float x) { return x < 0.0f ? -1.0f : x > 0.0f ? 1.0f : 0.0f; }
SAME float step(float edge, float x) { return x < edge ? 0.0f : 1.0f; }
SAME float inversesqrt(float x) { return 1.0f / sqrtf(x); }
SAME float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
SAME float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
SAME float length(float3 v) { return sqrtf(dot(v, v)); }
SAME float2 normalize(float2 v) { return v * inversesqrt(dot(v, v)); }
SAME float3 normalize(float3 v) { return v * inversesqrt(dot(v, v)); }
SAME float3 cross(float3 a, float3 b) { return a.yzx * b.zxy - b.yzx * a.zxy; }
SAME float3 mix(float3 a, float3 b, float t) { return a * (1.0f - t) + b * t; }
