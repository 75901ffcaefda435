#include "gpucc.h"

static const float tone[3][3] = {{0.393f, 0.769f, 0.189f}, {0.349f, 0.686f, 0.168f}, {0.272f, 0.534f, 0.131f}};

float4 sepia(float4 colour)
{
    float4 toned = colour;
    for (int i = 0; i < 3; i++)
        toned[i] = fminf(colour.x * tone[i][0] + colour.y * tone[i][1] + colour.z * tone[i][2], 1.0f);
    return toned;
}
