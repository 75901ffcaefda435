#include "gpucc.h"

struct Box {
    float2 centre, half_size;
    float radius, softness;
};

float4 rounded_box(float2 p, float4 colour, const struct Box *box)
{
    float2 q = p - box->centre;
    float dx = fabsf(q.x) - box->half_size.x + box->radius;
    float dy = fabsf(q.y) - box->half_size.y + box->radius;
    float ox = fmaxf(dx, 0.0f), oy = fmaxf(dy, 0.0f);
    float distance = sqrtf(ox * ox + oy * oy) + fminf(fmaxf(dx, dy), 0.0f) - box->radius;
    float cover = clamp01(0.5f - distance * box->softness);
    return colour * cover;
}
