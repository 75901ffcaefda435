#include "shader.h"

UNIFORM float4 mvp[4];
UNIFORM float3 nm[3];
ATTRIBUTE float4 pos;
ATTRIBUTE float3 normal;
VARYING float3 vn;

void shader(void)
{
    gl_Position = mvp[0] * pos.x + mvp[1] * pos.y + mvp[2] * pos.z + mvp[3] * pos.w;
    vn = nm[0] * normal.x + nm[1] * normal.y + nm[2] * normal.z;
}
