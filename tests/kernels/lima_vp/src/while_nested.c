#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float2 a;
UNIFORM int n;
VARYING float o;

void shader(void)
{
    float s = 0.0f;
    gl_Position = pos;
    for (int i = 0; i < n; i++) {
        float t = a.x;
        for (int j = 0; j < n; j++) {
            t = t * 0.5f + a.y;
        }
        s = s * 0.25f + t;
    }
    o = s;
}
