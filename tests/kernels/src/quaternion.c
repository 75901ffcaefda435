#include "gpucc.h"

static float4 cross3(float4 a, float4 b)
{
    return a.yzxw * b.zxyw - a.zxyw * b.yzxw;
}

/* v + 2 q x (q x v + w v) */
float4 quaternion(float4 v, float4 q)
{
    float4 inner = cross3(q, v) + v * q.w;
    float4 turned = v + cross3(q, inner) * 2.0f;
    turned.w = 1.0f;
    return turned;
}
