#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float2 a;
VARYING float2 m;

static float2 mod(float2 x, float2 y)
{
    return x - y * floor_of(x / y);
}

void shader(void)
{
    gl_Position = pos;
    m = mod(a, (float2){0.75f, 2.0f});
}
