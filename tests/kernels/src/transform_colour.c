#include "gpucc.h"

struct Vertex {
    float4 position;
    float4 colour;
};

struct Vertex transform_colour(float4 position, float4 colour, const float4 *rows)
{
    float4 clip = {dot4(position, rows[0]), dot4(position, rows[1]), dot4(position, rows[2]), dot4(position, rows[3])};
    return (struct Vertex){clip, colour};
}
