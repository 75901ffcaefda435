#include "shader.h"

typedef struct {
    float4 columns[4];
} mat4;

UNIFORM mat4 bones[24];
UNIFORM mat4 mvp;
ATTRIBUTE float4 pos;
ATTRIBUTE float2 bone;
ATTRIBUTE float2 weight;

#define TIMES(m, v) ((m).columns[0] * (v).x + (m).columns[1] * (v).y + (m).columns[2] * (v).z + (m).columns[3] * (v).w)

void shader(void)
{
    float4 first = TIMES(bones[(int)bone.x], pos);
    float4 second = TIMES(bones[(int)bone.y], pos);
    float4 skinned = first * weight.x + second * weight.y;
    gl_Position = TIMES(mvp, skinned);
}
