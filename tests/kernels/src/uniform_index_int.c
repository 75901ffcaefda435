#include "gpucc.h"

/* An integer attribute chooses an offset out of sixteen. */
float4 uniform_index_int(float4 position, int instance, const float4 *offsets)
{
    return position + offsets[instance & 15];
}
