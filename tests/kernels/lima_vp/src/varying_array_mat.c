#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float3 a;
VARYING float2 arr[2];
VARYING float3 m[3];

void shader(void)
{
    gl_Position = pos;
    arr[0] = a.xy;
    arr[1] = a.yz * 2.0f;
    m[0] = a;
    m[1] = a.yzx;
    m[2] = a * a.x;
}
