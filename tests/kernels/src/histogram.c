#include "gpucc.h"

/* Writes to a local array at a running index. */
float4 histogram(float4 samples)
{
    float bins[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int i = 0; i < 4; i++) {
        int bin = (int)(clamp01(samples[i]) * 3.0f);
        bins[bin] += 0.25f;
    }
    return (float4){bins[0], bins[1], bins[2], bins[3]};
}
