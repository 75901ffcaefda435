#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
ATTRIBUTE float4 b;
VARYING float v1;
VARYING float2 v2;
VARYING float3 v3;
VARYING float4 v4;

void shader(void)
{
    gl_Position = pos;
    v1 = a.x + b.y;
    v2 = a.yz * b.xw;
    v3 = a.wzy - b.xyz;
    v4 = max_of(a, b.wzyx);
}
