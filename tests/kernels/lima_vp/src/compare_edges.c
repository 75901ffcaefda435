#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
UNIFORM float4 k;
VARYING float4 o;

void shader(void)
{
    gl_Position = pos;
    o = (float4){
        a.x >= k.x ? 1.0f : 0.0f,
        a.y > k.y ? 1.0f : 0.0f,
        a.z <= k.z ? 1.0f : 0.0f,
        a.w < k.w ? 1.0f : 0.0f,
    };
}
