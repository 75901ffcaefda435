#include "gpucc.h"

float4 fog_exp(float4 colour, float depth, const float4 *fog)
{
    float thick = fog->w * depth;
    float clear = exp2f(-(thick * thick));
    float4 mixed = *fog + (colour - *fog) * clear;
    mixed.w = colour.w;
    return mixed;
}
