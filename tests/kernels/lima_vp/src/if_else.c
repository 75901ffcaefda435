#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
UNIFORM float limit;
VARYING float4 o;

void shader(void)
{
    gl_Position = pos;
    if (a.x > limit) {
        o = a * 2.0f;
    } else {
        o = a.wzyx - 1.0f;
    }
}
