#include "gpucc.h"

float4 transform_columns(float4 position, const float4 *columns)
{
    return columns[0] * position.x + columns[1] * position.y + columns[2] * position.z + columns[3] * position.w;
}
