#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float2 a;
VARYING float2 o;

void shader(void)
{
    float2 s = a;
    gl_Position = pos;
    for (int i = 0; i < 40; i++) {
        s = s * (float2){0.75f, -0.5f} + a.yx;
        s = min_of(s, (float2)3.0f);
    }
    o = s;
}
