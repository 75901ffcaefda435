#include "gpucc.h"

/* range: x is the far end, y is 1 / (far - near). */
float4 fog_linear(float4 colour, float depth, const float4 *fog, const float2 *range)
{
    float clear = clamp01((range->x - depth) * range->y);
    return mix4(*fog, colour, clear);
}
