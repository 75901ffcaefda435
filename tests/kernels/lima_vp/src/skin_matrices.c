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
    mat4 blended;
    for (int i = 0; i < 4; i++) {
        blended.columns[i] = bones[(int)bone.x].columns[i] * weight.x + bones[(int)bone.y].columns[i] * weight.y;
    }
    float4 skinned = TIMES(blended, pos);
    gl_Position = TIMES(mvp, skinned);
}
