#include "gpucc.h"

float4 reflect(float4 incident, float4 normal)
{
    float4 n = normalise3(normal);
    float4 mirrored = incident - n * (2.0f * dot3(n, incident));
    return (float4){mirrored.x * 0.5f + 0.5f, mirrored.y * 0.5f + 0.5f, mirrored.z * 0.5f + 0.5f, 1.0f};
}
