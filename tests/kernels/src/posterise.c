#include "gpucc.h"

float4 posterise(float4 colour, float levels)
{
    return (float4){floorf(colour.x * levels), floorf(colour.y * levels), floorf(colour.z * levels), levels} * 0.125f;
}
