#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
UNIFORM float4 k;
VARYING float4 o;

void shader(void)
{
    gl_Position = pos;
    o = (float4){
        a.x < a.y ? k.x : a.z,
        a.x >= k.y ? a.w : k.z,
        a.z > 0.0f ? a.x : a.y,
        a.w <= k.w ? 1.0f : -1.0f,
    };
}
