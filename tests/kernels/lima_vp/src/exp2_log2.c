#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float2 a;
VARYING float2 o;

void shader(void)
{
    gl_Position = pos;
    o = (float2){exp2f(a.x), log2f(a.y)};
}
