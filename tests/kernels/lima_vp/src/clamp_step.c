#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
UNIFORM float2 range;
VARYING float4 c0;
VARYING float4 c1;
VARYING float4 st;

void shader(void)
{
    float2 limits = range;
    gl_Position = pos;
    c0 = clamp_of(a, (float4)0.0f, (float4)1.0f);
    c1 = clamp_of(a, limits.xxxx, limits.yyyy);
    st = (float4){step(0.25f, a.x), step(0.25f, a.y), step(0.25f, a.z), step(0.25f, a.w)};
}
