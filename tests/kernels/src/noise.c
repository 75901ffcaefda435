#include "gpucc.h"

static float fract1(float x) { return x - floorf(x); }

static float hash(float x, float y)
{
    float a = fract1(x * 0.1031f), b = fract1(y * 0.1031f), c = a;
    float d = a * (b + 33.33f) + b * (c + 33.33f) + c * (a + 33.33f);
    return fract1((a + d + b + d) * (c + d));
}

/* Value noise: four hashed corners of a cell, blended. */
float4 noise(float2 p)
{
    float cx = floorf(p.x), cy = floorf(p.y);
    float fx = p.x - cx, fy = p.y - cy;
    float u = fx * fx * (3.0f - 2.0f * fx), v = fy * fy * (3.0f - 2.0f * fy);
    float bottom = hash(cx, cy) + (hash(cx + 1.0f, cy) - hash(cx, cy)) * u;
    float top = hash(cx, cy + 1.0f) + (hash(cx + 1.0f, cy + 1.0f) - hash(cx, cy + 1.0f)) * u;
    float value = bottom + (top - bottom) * v;
    return (float4){value, value, value, 1.0f};
}
