#include "gpucc.h"

/* wave: amplitude, frequency, phase, steepness. */
float4 wave(float4 position, const float4 *wave, const float4 *rows)
{
    float angle = position.x * wave->y + wave->z;
    float4 moved = position;
    moved.y += sinf(angle) * wave->x;
    moved.x += cosf(angle) * wave->x * wave->w;
    float4 clip = {dot4(moved, rows[0]), dot4(moved, rows[1]), dot4(moved, rows[2]), dot4(moved, rows[3])};
    return clip;
}
