#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float3 a;
ATTRIBUTE float3 b;
VARYING float3 c;
VARYING float d;

void shader(void)
{
    gl_Position = pos;
    c = cross(a, b);
    d = dot(a, b);
}
