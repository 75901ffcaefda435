#include "gpucc.h"

/* Dark where the brightness changes fast. */
float4 edge(float2 uv, const float *gain)
{
    float4 colour = texture2d(0, uv);
    float brightness = colour.x + colour.y + colour.z;
    float change = fabsf(dfdx(brightness)) + fabsf(dfdy(brightness));
    float ink = clamp01(1.0f - change * *gain);
    return colour * ink;
}
