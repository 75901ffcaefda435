#include "shader.h"

ATTRIBUTE float4 pos;

void shader(void)
{
    gl_Position = pos;
}
