#include "gpucc.h"

float4 swizzles(float4 a, float4 b)
{
    float4 c = a.wzyx * b.yxwz;
    c.xy += a.zx;
    c.zw -= b.ww;
    float4 d = (float4){c.y, a.x, b.z, c.w};
    return d.zyxw + c.xxyy * a.yyyy;
}
