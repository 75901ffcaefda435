#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float3 a;
VARYING float3 n;
VARYING float len;

void shader(void)
{
    gl_Position = pos;
    n = normalize(a);
    len = length(a);
}
