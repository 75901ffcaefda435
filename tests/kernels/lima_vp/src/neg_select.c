#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
UNIFORM float k;
VARYING float o;

void shader(void)
{
    gl_Position = pos;
    o = -(a.x < a.y ? a.z : k);
}
