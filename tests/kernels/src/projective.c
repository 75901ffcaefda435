#include "gpucc.h"

/* A picture thrown on a surface by a projector; nothing behind it. */
float4 projective(float4 place, float4 base)
{
    float4 thrown = texture2d_proj(2, place);
    float visible = place.w > 0.0f ? 1.0f : 0.0f;
    return base + thrown * visible;
}
