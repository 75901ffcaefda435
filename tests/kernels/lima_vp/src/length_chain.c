#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float3 a;
UNIFORM float3 eye;
VARYING float4 o;

void shader(void)
{
    float3 d = eye - a;
    float r = length(d);
    float3 n = d / r;
    gl_Position = pos;
    o = (float4){n.x, n.y, n.z, 1.0f / (1.0f + 0.25f * r + 0.0625f * r * r)};
}
