#include "shader.h"

ATTRIBUTE float4 pos;
VARYING float4 o;

void shader(void)
{
    gl_Position = pos;
    o = (float4){pos.x * 0.125f, pos.y + 3.0f, pos.z * -7.5f, 0.625f} + (float4){1.0f, 1.0f, 3.0f, 0.125f};
}
