#include "gpucc.h"

/* controls: brightness, contrast, saturation */
float4 grade(float4 colour, const float4 *controls)
{
    float4 lit = (colour - 0.5f) * controls->y + 0.5f + controls->x;
    float grey = lit.x * 0.2126f + lit.y * 0.7152f + lit.z * 0.0722f;
    float4 graded = grey + (lit - grey) * controls->z;
    graded.w = colour.w;
    return graded;
}
