#include "shader.h"

UNIFORM float4 tab[32];
ATTRIBUTE float4 pos;
ATTRIBUTE float idx;
VARYING float4 o;

void shader(void)
{
    gl_Position = pos;
    o = tab[(int)idx];
}
