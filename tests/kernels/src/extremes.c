#include "gpucc.h"

float4 extremes(float4 a, float4 b, float4 c)
{
    float high = fmaxf(fmaxf(fmaxf(a.x, a.y), fmaxf(a.z, a.w)), fmaxf(fmaxf(b.x, b.y), fmaxf(b.z, b.w)));
    float low = fminf(fminf(fminf(c.x, c.y), fminf(c.z, c.w)), fminf(fminf(b.x, b.y), fminf(b.z, b.w)));
    float middle = fmaxf(fminf(a.x, b.x), fminf(fmaxf(a.x, b.x), c.x));
    return (float4){high, low, middle, high - low};
}
