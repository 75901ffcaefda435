// A fragment shader with a loop that ends early: gpucc unrolls it and turns the break into arithmetic.
//
//   python -m ziglang cc -target aarch64-linux-musl -O2 -g0 -ffp-contract=off -S -emit-llvm mandelbrot.c -o mandelbrot.ll
//   sed -i "/^attributes/d; s/ #[0-9][0-9]*//" mandelbrot.ll      (zig lists every feature of the CPU there)
//   gpucc render mandelbrot.ll --isa agal --target version=2 --uniform window=-0.6,0,2.6,2.6 -o mandelbrot.png
typedef float float2 __attribute__((ext_vector_type(2)));
typedef float float4 __attribute__((ext_vector_type(4)));

float4 mandelbrot(float2 uv, const float4 *window)
{
    float cx = (uv.x - 0.5f) * window->z + window->x, cy = (uv.y - 0.5f) * window->w + window->y;
    float x = 0, y = 0, steps = 0;
    for (int i = 0; i < 16; i++) {
        float xx = x * x, yy = y * y;
        if (xx + yy > 4)
            break;
        y = 2 * x * y + cy;
        x = xx - yy + cx;
        steps += 1;
    }
    float shade = steps * (1.0f / 16);
    return (float4){shade, shade * shade, 1 - shade, 1};
}
