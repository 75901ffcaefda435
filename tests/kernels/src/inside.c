#include "gpucc.h"

bool inside(float2 p, const float4 *box)
{
    return p.x >= box->x && p.y >= box->y && p.x < box->z && !(p.y >= box->w);
}
