#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float rows;
ATTRIBUTE float2 a;
VARYING float o;

/* The inner loop is as long as the outer one has come, and that is different for every vertex. */
void shader(void)
{
    int count = (int)rows;
    float sum = 0.0f;
    for (int i = 0; i < count; i++) {
        float part = a.x;
        for (int j = 0; j <= i; j++) {
            if (part > 8.0f)
                break;
            part = part * 1.5f + a.y;
        }
        sum = sum * 0.25f + part;
    }
    gl_Position = pos;
    o = sum;
}
