// A vertex shader with two outputs: the position, and a colour lit by one directional light.
//
//   python -m ziglang cc -target aarch64-linux-musl -O2 -g -fdebug-compilation-dir=. -ffp-contract=off -S -emit-llvm lit.c -o lit.ll
//   sed -i "/^attributes/d; s/ #[0-9][0-9]*//" lit.ll      (zig lists every feature of the CPU there)
//   gpucc lit.ll --isa agal --stage vertex
typedef float float4 __attribute__((ext_vector_type(4)));

struct uniforms {
    float4 projection[4]; /* rows */
    float4 normals[3];    /* rows */
    float4 light;         /* direction */
    float4 colour;
    float4 ambient;
};

static float dot3(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static float dot4(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

void lit(float4 position, float4 normal, const struct uniforms *u, float4 *restrict clip, float4 *restrict colour)
{
    float4 n = {dot3(normal, u->normals[0]), dot3(normal, u->normals[1]), dot3(normal, u->normals[2]), 0};
    float shade = __builtin_fmaxf(dot3(n, u->light), 0);
    *clip = (float4){dot4(position, u->projection[0]), dot4(position, u->projection[1]),
                     dot4(position, u->projection[2]), dot4(position, u->projection[3])};
    *colour = u->colour * shade + u->ambient;
}
