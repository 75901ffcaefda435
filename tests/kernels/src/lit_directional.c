#include "gpucc.h"

struct Scene {
    float4 clip[4];
    float4 rotation[3];
    float4 light;
    float4 colour;
    float4 ambient;
};

struct Vertex {
    float4 position;
    float4 colour;
};

struct Vertex lit_directional(float4 position, float4 normal, const struct Scene *scene)
{
    struct Vertex out;
    out.position = (float4){dot4(position, scene->clip[0]), dot4(position, scene->clip[1]),
                            dot4(position, scene->clip[2]), dot4(position, scene->clip[3])};
    float4 n = {dot3(normal, scene->rotation[0]), dot3(normal, scene->rotation[1]), dot3(normal, scene->rotation[2]), 0.0f};
    out.colour = fmaxf(dot3(n, scene->light), 0.0f) * scene->colour + scene->ambient;
    return out;
}
