#include "gpucc.h"

/* Reinhard for the left half of a picture, a filmic rational curve for the right. */
static float filmic(float x)
{
    x = fmaxf(x, 0.0f);
    return (x * (2.51f * x + 0.03f)) / (x * (2.43f * x + 0.59f) + 0.14f);
}

float4 tonemap(float4 colour, float2 uv, const float *exposure)
{
    float4 lit = colour * *exposure;
    if (uv.x < 0.5f) {
        float light = fmaxf(lit.x, fmaxf(lit.y, fmaxf(lit.z, 0.0f)));
        lit = lit * (1.0f / (1.0f + light));
    } else {
        lit = (float4){filmic(lit.x), filmic(lit.y), filmic(lit.z), 1.0f};
    }
    lit.w = colour.w;
    return lit;
}
