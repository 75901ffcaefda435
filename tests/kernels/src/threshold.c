#include "gpucc.h"

float4 threshold(float2 uv, const float *limit)
{
    float4 colour = texture2d(0, uv);
    float luminance = colour.x * 0.299f + colour.y * 0.587f + colour.z * 0.114f;
    if (luminance > *limit)
        return (float4){1.0f, 1.0f, 1.0f, colour.w};
    return (float4){0.0f, 0.0f, 0.0f, colour.w};
}
