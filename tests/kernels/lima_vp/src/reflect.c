#include "shader.h"

ATTRIBUTE float4 pos;
ATTRIBUTE float3 i;
ATTRIBUTE float3 n;
VARYING float3 r;

static float3 reflect(float3 incident, float3 normal)
{
    return incident - 2.0f * dot(normal, incident) * normal;
}

void shader(void)
{
    gl_Position = pos;
    r = reflect(i, normalize(n));
}
