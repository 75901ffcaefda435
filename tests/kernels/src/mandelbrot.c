#include "gpucc.h"

float4 mandelbrot(float2 c)
{
    float x = 0.0f, y = 0.0f;
    int count = 0;
    for (; count < 8; count++) {
        float xx = x * x, yy = y * y;
        if (xx + yy > 4.0f)
            break;
        y = 2.0f * x * y + c.y;
        x = xx - yy + c.x;
    }
    float shade = (float)count * 0.125f;
    return (float4){shade, shade * shade, 1.0f - shade, 1.0f};
}
