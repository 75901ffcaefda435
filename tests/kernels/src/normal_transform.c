#include "gpucc.h"

/* Normals turn with the upper 3x3 of the model matrix and are made unit again. */
void normal_transform(float4 position, float4 normal, const float4 *model, const float4 *projection, float4 *clip, float4 *world_normal)
{
    float4 world = {dot4(position, model[0]), dot4(position, model[1]), dot4(position, model[2]), 1.0f};
    float4 turned = {dot3(normal, model[0]), dot3(normal, model[1]), dot3(normal, model[2]), 0.0f};
    *clip = (float4){dot4(world, projection[0]), dot4(world, projection[1]), dot4(world, projection[2]), dot4(world, projection[3])};
    float4 unit = normalise3(turned);
    unit.w = 0.0f;
    *world_normal = unit;
}
