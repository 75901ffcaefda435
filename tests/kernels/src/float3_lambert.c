#include "gpucc.h"

/* Vectors of three by value and in memory. */
float3 float3_lambert(float3 normal, float3 albedo, const float3 *light)
{
    float facing = normal.x * light[0].x + normal.y * light[0].y + normal.z * light[0].z;
    return albedo * fmaxf(facing, 0.0f) + light[1];
}
