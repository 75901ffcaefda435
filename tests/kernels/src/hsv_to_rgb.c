#include "gpucc.h"

static float channel(float hue, float shift)
{
    float x = hue + shift;
    float part = (x - floorf(x)) * 6.0f;
    return clamp01(fabsf(part - 3.0f) - 1.0f);
}

float4 hsv_to_rgb(float4 hsv)
{
    float4 rgb;
    rgb.x = hsv.z * (1.0f + hsv.y * (channel(hsv.x, 1.0f) - 1.0f));
    rgb.y = hsv.z * (1.0f + hsv.y * (channel(hsv.x, 0.6666667f) - 1.0f));
    rgb.z = hsv.z * (1.0f + hsv.y * (channel(hsv.x, 0.33333334f) - 1.0f));
    rgb.w = hsv.w;
    return rgb;
}
