#include "gpucc.h"

/* Too large for registers: returned through memory, with a member narrower than a register. */
struct Out {
    float4 position;
    float4 colour;
    float2 uv;
};

struct Out struct_outputs(float4 position, float2 uv, const float4 *u)
{
    struct Out out;
    out.position = position * u[0];
    out.colour = u[1];
    out.uv = uv * u[2].xy + u[2].zw;
    return out;
}
