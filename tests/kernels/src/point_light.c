#include "gpucc.h"

struct Light {
    float4 position;
    float4 colour;
    float4 attenuation;
};

float4 point_light(float4 world, float4 normal, float4 albedo, const struct Light *light)
{
    float4 towards = light->position - world;
    float square = dot3(towards, towards);
    float distance = sqrtf(square);
    float facing = fmaxf(dot3(normal, towards) / distance, 0.0f);
    float fall = light->attenuation.x + light->attenuation.y * distance + light->attenuation.z * square;
    float4 lit = albedo * light->colour * (facing / fall);
    lit.w = albedo.w;
    return lit;
}
