#include "gpucc.h"

struct Sprite {
    float2 centre;
    float2 scale;
    float angle;
    float depth;
};

struct Corner {
    float4 position;
    float4 uv;
};

struct Corner sprite_rotate(float2 corner, float2 uv, const struct Sprite *sprite)
{
    float2 p = corner * sprite->scale;
    float s = sinf(sprite->angle), c = cosf(sprite->angle);
    struct Corner out;
    out.position.x = p.x * c - p.y * s + sprite->centre.x;
    out.position.y = p.x * s + p.y * c + sprite->centre.y;
    out.position.z = sprite->depth;
    out.position.w = 1.0f;
    out.uv = (float4){uv.x, uv.y, 0.0f, 1.0f};
    return out;
}
