#include "gpucc.h"

float4 transform_rows(float4 position, const float4 *rows)
{
    float4 clip;
    clip.x = dot4(position, rows[0]);
    clip.y = dot4(position, rows[1]);
    clip.z = dot4(position, rows[2]);
    clip.w = dot4(position, rows[3]);
    return clip;
}
