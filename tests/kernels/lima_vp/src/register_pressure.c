#include "shader.h"

UNIFORM float4 k[4];
ATTRIBUTE float4 pos;
ATTRIBUTE float4 a;
ATTRIBUTE float4 b;
ATTRIBUTE float4 c;
VARYING float4 o0;
VARYING float4 o1;
VARYING float4 o2;

void shader(void)
{
    float4 p = a * k[0] + b;
    float4 q = b * k[1] + c;
    float4 r = c * k[2] + a;
    float4 s = p * q + r;
    float4 t = q * r - p;
    float4 u = r * p + q * k[3];
    o0 = s * t + u;
    o1 = t * u + s;
    o2 = u * s + t + p + q + r;
    gl_Position = pos;
}
