#include "shader.h"

UNIFORM float4 tab[6];
UNIFORM float4 w[4];
ATTRIBUTE float4 pos;
VARYING float4 o;

void shader(void)
{
    gl_Position = pos;
    o = tab[0] * w[0].x + tab[3] * w[1].x + tab[5] * w[3].x;
}
