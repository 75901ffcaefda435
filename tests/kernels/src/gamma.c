#include "gpucc.h"

float4 gamma_correct(float4 colour, const float *gamma)
{
    float4 lifted;
    for (int i = 0; i < 3; i++)
        lifted[i] = powf(fmaxf(colour[i], 0.0f) + 0.001f, *gamma);
    lifted.w = colour.w;
    return lifted;
}
