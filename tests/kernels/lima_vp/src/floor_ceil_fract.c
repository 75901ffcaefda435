#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float3 a;
VARYING float3 f;
VARYING float3 c;
VARYING float3 r;

void shader(void)
{
    gl_Position = pos;
    f = floor_of(a);
    c = ceil_of(a);
    r = a - floor_of(a);
}
