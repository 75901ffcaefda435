#include "gpucc.h"

/* Particles: size and position from the clock, in plain floats and by pointers. */
void billboard(float2 corner, float4 origin, float birth, const float *clock, const float4 *axes, float4 *position, float4 *fade)
{
    float age = *clock - birth;
    float life = age - floorf(age);
    float size = 0.25f + life * 0.5f;
    float4 at = origin + axes[0] * (corner.x * size) + axes[1] * (corner.y * size);
    at.y -= 2.0f * life * life;
    *position = at;
    *fade = (float4){1.0f - life, 1.0f - life, 1.0f, 1.0f};
}
