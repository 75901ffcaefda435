#include "gpucc.h"

float4 rgb_to_hsv(float4 rgb)
{
    float high = fmaxf(rgb.x, fmaxf(rgb.y, rgb.z));
    float low = fminf(rgb.x, fminf(rgb.y, rgb.z));
    float range = high - low;
    float hue = 0.0f;
    float saturation = 0.0f;
    if (range > 0.001f) {
        saturation = range / high;
        if (high == rgb.x)
            hue = (rgb.y - rgb.z) / range;
        else if (high == rgb.y)
            hue = (rgb.z - rgb.x) / range + 2.0f;
        else
            hue = (rgb.x - rgb.y) / range + 4.0f;
        hue *= 0.16666667f;
        if (hue < 0.0f)
            hue += 1.0f;
    }
    return (float4){hue, saturation, high, rgb.w};
}
