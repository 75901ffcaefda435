#include "gpucc.h"

float4 cube_reflection(float4 normal, float4 view, float2 uv, const float4 *strength)
{
    float4 mirrored = view - normal * (2.0f * dot3(normal, view));
    float4 sky = texture_cube(1, mirrored.xyz);
    float4 base = texture2d(0, uv);
    return mix4(base, sky, strength->x);
}
