#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
VARYING float2 o;

void shader(void)
{
    gl_Position = pos;
    o = (float2){a.x == a.y ? 1.0f : 3.0f, a.z != a.w ? 4.0f : 2.0f};
}
