#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float2 a;
VARYING float2 o;

void shader(void)
{
    float s = a.x;
    float n = 0.0f;
    gl_Position = pos;
    for (int i = 0; i < 50; i++) {
        if (s > 20.0f)
            break;
        s = s * 1.25f + a.y;
        n += 1.0f;
    }
    o = (float2){s, n};
}
