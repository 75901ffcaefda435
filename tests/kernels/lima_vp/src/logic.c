#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
VARYING float3 o;

void shader(void)
{
    bool p = a.x > 0.0f;
    bool q = a.y > 0.0f;
    bool r = a.z > 0.0f;
    gl_Position = pos;
    o = (float3){p && q ? 1.0f : 0.0f, p || r ? 1.0f : 0.0f, (p != q) && !r ? 1.0f : 0.0f};
}
