#include "gpucc.h"

/* The same product with a float[4][4] and two loops. */
void matrix_loop(float4 position, const float (*matrix)[4], float4 *clip)
{
    float result[4];
    for (int row = 0; row < 4; row++) {
        float sum = 0.0f;
        for (int k = 0; k < 4; k++)
            sum += matrix[row][k] * position[k];
        result[row] = sum;
    }
    *clip = (float4){result[0], result[1], result[2], result[3]};
}
