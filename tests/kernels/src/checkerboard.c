#include "gpucc.h"

float4 checkerboard(float2 uv, const float4 *colours)
{
    int x = (int)floorf(uv.x * 8.0f);
    int y = (int)floorf(uv.y * 8.0f);
    return (x + y) % 2 == 0 ? colours[0] : colours[1];
}
