#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float a;
VARYING float3 o;

void shader(void)
{
    gl_Position = pos;
    o = (float3){1.0f / a, inversesqrt(a), sqrtf(a)};
}
