#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float2 a;
VARYING float3 o;

void shader(void)
{
    gl_Position = pos;
    o = (float3){expf(a.x), logf(a.y), powf(a.y, a.x)};
}
