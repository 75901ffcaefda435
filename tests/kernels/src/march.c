#include "gpucc.h"

/* Walks towards a sphere for at most six steps and stops when near. */
float4 march(float4 direction, const float4 *sphere)
{
    float along = 0.0f;
    float steps = 0.0f;
    for (int i = 0; i < 6; i++) {
        float4 p = direction * along - *sphere;
        float gap = dot3(p, p) - sphere->w;
        if (gap < 0.01f)
            break;
        along += gap * 0.25f;
        steps += 1.0f;
    }
    return (float4){along, steps, steps * 0.125f, 1.0f};
}
