#include "gpucc.h"

/* Two bones, each three rows in a uniform array; the vertex says which and how much. */
float4 skinning(float4 position, float2 bone, float2 weight, const float4 *rows)
{
    int a = (int)bone.x * 3;
    int b = (int)bone.y * 3;
    float4 skinned;
    skinned.x = dot4(position, rows[a]) * weight.x + dot4(position, rows[b]) * weight.y;
    skinned.y = dot4(position, rows[a + 1]) * weight.x + dot4(position, rows[b + 1]) * weight.y;
    skinned.z = dot4(position, rows[a + 2]) * weight.x + dot4(position, rows[b + 2]) * weight.y;
    skinned.w = 1.0f;
    return skinned;
}
