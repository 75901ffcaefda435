#include "shader.h"

UNIFORM float4 mvp[4];
UNIFORM float3 light;
UNIFORM float3 color;
ATTRIBUTE float4 pos;
ATTRIBUTE float3 normal;
VARYING float3 col;

void shader(void)
{
    gl_Position = mvp[0] * pos.x + mvp[1] * pos.y + mvp[2] * pos.z + mvp[3] * pos.w;
    col = color * max_of(dot(normal, light), 0.0f);
}
