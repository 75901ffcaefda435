#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
ATTRIBUTE float2 b;
VARYING float4 prod;
VARYING float2 quot;

void shader(void)
{
    gl_Position = pos;
    prod = a * a.wzyx;
    quot = a.xy / b;
}
