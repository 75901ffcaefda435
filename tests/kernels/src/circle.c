#include "gpucc.h"

/* shape: centre and radius, w: one over the edge's width. */
float4 circle(float2 p, const float4 *shape, const float4 *colour)
{
    float2 away = p - shape->xy;
    float distance = sqrtf(dot2(away, away)) - shape->z;
    float cover = clamp01(0.5f - distance * shape->w);
    return *colour * cover;
}
