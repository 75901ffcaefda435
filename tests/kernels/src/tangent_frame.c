#include "gpucc.h"

/* The third axis of a frame, its sign in the tangent's w, and a light in that frame. */
struct Frame {
    float4 position;
    float4 light;
};

struct Frame tangent_frame(float4 position, float4 normal, float4 tangent, const float4 *light)
{
    float4 side;
    side.x = (normal.y * tangent.z - normal.z * tangent.y) * tangent.w;
    side.y = (normal.z * tangent.x - normal.x * tangent.z) * tangent.w;
    side.z = (normal.x * tangent.y - normal.y * tangent.x) * tangent.w;
    side.w = 0.0f;
    struct Frame out;
    out.position = position;
    out.light = (float4){dot3(tangent, *light), dot3(side, *light), dot3(normal, *light), 0.0f};
    return out;
}
