// What issue 5 sets bars for. Built with
// zig cc -target aarch64-linux-musl -O2 -g0 -fno-sanitize=all -fno-discard-value-names -S -emit-llvm kernels.c -o kernels.ll
typedef float float4 __attribute__((ext_vector_type(4)));
typedef float float2 __attribute__((ext_vector_type(2)));

static float dot4(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
static float dot3(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static float4 transform(const float4 *rows, float4 v)
{
    return (float4){dot4(rows[0], v), dot4(rows[1], v), dot4(rows[2], v), dot4(rows[3], v)};
}

void passed(float4 at, float4 tint, const float4 *mvp, float4 *position, float4 *color)
{
    *position = transform(mvp, at);
    *color = tint;
}

void forced(float4 at, float4 tint, const float4 *mvp, float4 *position, float4 *color)
{
    at.w = 1.0f;
    *position = transform(mvp, at);
    *color = tint;
}

void lit(float4 at, float4 normal, float2 first, float2 second, const float4 *mvp, const float4 *model, const float4 *light,
         float4 *position, float4 *color, float2 *texcoord0, float2 *texcoord1)
{
    float4 n = {dot3(model[0], normal), dot3(model[1], normal), dot3(model[2], normal), 0.0f};
    float facing = dot3(n, light[0]);
    *position = transform(mvp, at);
    *color = light[1] * (facing > 0.0f ? facing : 0.0f) + light[2];
    *texcoord0 = first;
    *texcoord1 = second;
}

// weight and bone of four influences in x and y of a uniform each
void skinned(float4 at, const float4 *influences, const float4 *mvp, const float4 *bones, float4 *position)
{
    float4 sum = {0.0f, 0.0f, 0.0f, 1.0f};
#pragma clang loop unroll(disable)
    for (int i = 0; i < 4; i++) {
        int bone = (int)influences[i].y;
        sum.x += influences[i].x * dot4(bones[bone], at);
        sum.y += influences[i].x * dot4(bones[bone + 1], at);
        sum.z += influences[i].x * dot4(bones[bone + 2], at);
    }
    *position = transform(mvp, sum);
}

// weights and bones of the vertex
void skinned_by_attributes(float4 at, float4 weights, float4 numbers, const float4 *mvp, const float4 *bones, float4 *position)
{
    float4 sum = {0.0f, 0.0f, 0.0f, 1.0f};
    for (int i = 0; i < 4; i++) {
        int bone = (int)numbers[i] * 3;
        sum.x += weights[i] * dot4(bones[bone], at);
        sum.y += weights[i] * dot4(bones[bone + 1], at);
        sum.z += weights[i] * dot4(bones[bone + 2], at);
    }
    *position = transform(mvp, sum);
}
