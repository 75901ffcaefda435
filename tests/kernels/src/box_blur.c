#include "gpucc.h"

/* The mean of nine texels; the eight steps to the neighbours are uniforms. */
float4 box_blur(float2 uv, const float2 steps[8])
{
    float4 sum = texture2d(0, uv);
    for (int i = 0; i < 8; i++)
        sum += texture2d(0, uv + steps[i]);
    return sum * 0.11111111f;
}
