#include "gpucc.h"

/* A table on the stack, filled from inputs and read at an index known only when running. */
float4 palette_array(float4 a, float4 b, float selector)
{
    float4 table[4] = {a, b, a * b, a - b};
    int index = (int)selector & 3;
    return table[index];
}
