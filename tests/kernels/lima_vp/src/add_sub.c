#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
ATTRIBUTE float4 b;
VARYING float4 sum;
VARYING float4 diff;

void shader(void)
{
    gl_Position = pos;
    sum = a + b;
    diff = a - b;
}
