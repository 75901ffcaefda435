#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
VARYING float4 va;
VARYING float4 vs;
VARYING float4 vn;

void shader(void)
{
    gl_Position = pos;
    va = abs_of(a);
    vs = (float4){sign(a.x), sign(a.y), sign(a.z), sign(a.w)};
    vn = -a.yxwz;
}
