#include "shader.h"

ATTRIBUTE float4 pos;
UNIFORM float size;

void shader(void)
{
    gl_Position = pos;
    gl_PointSize = size / pos.w;
}
