#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
UNIFORM float4 k;
VARYING float4 o;

void shader(void)
{
    float4 c = a;
    gl_Position = pos;
    if (a.x > 0.0f) {
        c = c * k + k.wzyx;
        c = c * c + a.yzwx;
        c.xy = normalize(c.xy) * k.z;
        c += k * c.wzyx;
    } else {
        c = c * k.yxwz - k;
        c.zw = c.zw * c.xy + a.xy;
        c = c * c - a.wxyz;
    }
    o = c;
}
