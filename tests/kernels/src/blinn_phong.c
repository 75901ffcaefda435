#include "gpucc.h"

struct Material {
    float4 light;
    float4 diffuse;
    float4 specular; /* w: shininess */
};

float4 blinn_phong(float4 normal, float4 view, const struct Material *material)
{
    float4 n = normalise3(normal);
    float4 h = normalise3(normalise3(view) + material->light);
    float diffuse = fmaxf(dot3(n, material->light), 0.0f);
    float highlight = powf(fmaxf(dot3(n, h), 0.0001f), material->specular.w);
    float4 colour = material->diffuse * diffuse + material->specular * highlight;
    colour.w = 1.0f;
    return colour;
}
