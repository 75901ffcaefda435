#include "shader.h"

UNIFORM float limit;
ATTRIBUTE float4 pos;
ATTRIBUTE float2 c;
VARYING float2 o;

/* Every vertex leaves the loop on its own. */
void shader(void)
{
    float2 z = c;
    float steps = 0.0f;
    for (int i = 0; i < 100; i++) {
        float2 square = z * z;
        if (square.x + square.y > limit)
            break;
        z = (float2){square.x - square.y, 2.0f * z.x * z.y} + c;
        steps += 1.0f;
    }
    gl_Position = pos;
    o = (float2){steps, z.x};
}
