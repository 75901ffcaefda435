#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float3 a;
ATTRIBUTE float3 b;
VARYING float3 o;
VARYING float anyf;
VARYING float allf;

void shader(void)
{
    gl_Position = pos;
    o = (float3){a.x < b.x, a.y < b.y, a.z < b.z};
    anyf = (a.x > b.x) | (a.y > b.y) | (a.z > b.z) ? 1.0f : 0.0f;
    allf = (a.x >= b.x) & (a.y >= b.y) & (a.z >= b.z) ? 2.0f : 0.5f;
}
