#include "shader.h"

UNIFORM int n;
ATTRIBUTE float4 pos;
ATTRIBUTE float2 a;
VARYING float2 o;

void shader(void)
{
    float2 s = a;
    gl_Position = pos;
    for (int i = 0; i < n; i++) {
        s = s * 0.5f + a.yx;
    }
    o = s;
}
