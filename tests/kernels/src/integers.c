#include "gpucc.h"

/* Shifts, division, remainder and masks of small integers, C semantics. */
float4 integers(int a, int b, unsigned c)
{
    a = a < -500 ? -500 : a > 500 ? 500 : a;
    b = b < 1 ? 1 : b > 30 ? 30 : b;
    c &= 255u;
    int quotient = a / b;
    int rest = a % b;
    unsigned mixed = ((c >> 3) & 31u) + ((c << 2) & 60u);
    return (float4){(float)quotient, (float)rest, (float)mixed, (float)(a / 7 + (int)(c % 10u))};
}
