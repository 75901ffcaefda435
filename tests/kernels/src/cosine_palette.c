#include "gpucc.h"

struct Palette {
    float4 bias, scale, frequency, phase;
};

float4 cosine_palette(float t, const struct Palette *p)
{
    float4 angle = (p->frequency * t + p->phase) * 6.2831855f;
    return p->bias + p->scale * (float4){cosf(angle.x), cosf(angle.y), cosf(angle.z), cosf(angle.w)};
}
