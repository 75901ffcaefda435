#include "shader.h"

UNIFORM float4 mvp[4];
ATTRIBUTE float4 pos;

void shader(void)
{
    gl_Position = mvp[0] * pos.x + mvp[1] * pos.y + mvp[2] * pos.z + mvp[3] * pos.w;
}
