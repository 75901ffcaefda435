#include "gpucc.h"

/* A chain of if and else over a height. */
float4 bands(float height, const float4 *colours)
{
    float4 colour;
    if (height < 0.0f)
        colour = colours[0] + height;
    else if (height < 0.25f)
        colour = colours[1];
    else if (height < 0.5f)
        colour = colours[2] * (height * 4.0f);
    else if (height <= 1.0f)
        colour = colours[3];
    else
        colour = (float4){1.0f, 1.0f, 1.0f, 1.0f};
    return colour;
}
