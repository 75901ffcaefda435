#include "gpucc.h"

static float smoothstep1(float low, float width, float x)
{
    float t = clamp01((x - low) * width);
    return t * t * (3.0f - 2.0f * t);
}

float4 colour_ramp(float4 base, float2 at, const float4 *ramp)
{
    float blend = smoothstep1(0.25f, 2.0f, at.x);
    float edge = at.y >= 0.5f ? 1.0f : 0.0f;
    float4 colour = mix4(ramp[0], ramp[1], blend) * edge + base * (1.0f - edge);
    return (float4){clamp01(colour.x), clamp01(colour.y), clamp01(colour.z), clamp01(colour.w)};
}
