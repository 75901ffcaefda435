#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
ATTRIBUTE float4 b;
VARYING float4 lo;
VARYING float4 hi;

void shader(void)
{
    gl_Position = pos;
    lo = min_of(a, b);
    hi = max_of(a, b);
}
