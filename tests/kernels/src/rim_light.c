#include "gpucc.h"

float4 rim_light(float4 normal, float4 view, float4 base, const float4 *rim)
{
    float facing = clamp01(dot3(normalise3(normal), normalise3(view)));
    float edge = 1.0f - facing;
    float4 glow = *rim * (edge * edge * edge);
    glow.w = 0.0f;
    return base + glow;
}
