#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float3 a;
ATTRIBUTE float3 b;
UNIFORM float t;
VARYING float3 m;
VARYING float3 s;

static float3 smoothstep(float low, float high, float3 x)
{
    float3 u = clamp_of((x - low) / (high - low), (float3)0.0f, (float3)1.0f);
    return u * u * (3.0f - 2.0f * u);
}

void shader(void)
{
    gl_Position = pos;
    m = mix(a, b, t);
    s = smoothstep(-1.0f, 1.0f, a);
}
