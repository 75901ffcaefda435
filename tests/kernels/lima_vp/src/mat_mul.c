#include "shader.h"

UNIFORM float4 m[2];
UNIFORM float4 n[2];
ATTRIBUTE float4 pos;
ATTRIBUTE float2 a;
VARYING float2 o;

void shader(void)
{
    float2 column0 = m[0].xy * n[0].x + m[1].xy * n[0].y;
    float2 column1 = m[0].xy * n[1].x + m[1].xy * n[1].y;
    gl_Position = pos;
    o = column0 * a.x + column1 * a.y;
}
