// A vertex shader: the position times a matrix whose rows stand in four uniform registers.
//
//   python -m ziglang cc -target aarch64-linux-musl -O2 -g0 -ffp-contract=off -S -emit-llvm mvp.c -o mvp.ll
//   sed -i "/^attributes/d; s/ #[0-9][0-9]*//" mvp.ll      (zig lists every feature of the CPU there)
//   gpucc mvp.ll --isa agal --stage vertex
typedef float float4 __attribute__((ext_vector_type(4)));

static float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

float4 mvp(float4 position, const float4 rows[4])
{
    return (float4){dot(position, rows[0]), dot(position, rows[1]), dot(position, rows[2]), dot(position, rows[3])};
}
