#include "shader.h"

UNIFORM float3 m[3];
ATTRIBUTE float4 pos;
ATTRIBUTE float3 a;
VARYING float3 o;

void shader(void)
{
    gl_Position = pos;
    o = (float3){dot(a, m[0]), dot(a, m[1]), dot(a, m[2])};
}
