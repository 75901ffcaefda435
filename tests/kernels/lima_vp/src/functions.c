#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
VARYING float3 o;

static float sq(float x)
{
    return x * x;
}

static float3 bend(float3 p, float k)
{
    return p + (float3){sq(p.y), 0.0f, -sq(p.x)} * k;
}

void shader(void)
{
    gl_Position = pos;
    o = bend(bend(a.xyz, 0.25f), a.w);
}
