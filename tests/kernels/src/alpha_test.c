#include "gpucc.h"

float4 alpha_test(float2 uv, float4 tint, const float *limit)
{
    float4 colour = texture2d(0, uv) * tint;
    discard_if(colour.w < *limit);
    return colour;
}
