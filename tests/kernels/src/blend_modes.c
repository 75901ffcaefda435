#include "gpucc.h"

float4 blend_modes(float4 below, float4 above, int mode)
{
    switch (mode) {
    case 0:
        return above;
    case 1:
        return below + above;
    case 2:
        return below * above;
    case 3:
        return below + above - below * above;
    case 4: {
        float4 low = below * above * 2.0f;
        low.w = above.w;
        return low;
    }
    case 9:
        return (float4){fminf(below.x, above.x), fminf(below.y, above.y), fminf(below.z, above.z), fminf(below.w, above.w)};
    default:
        return below;
    }
}
