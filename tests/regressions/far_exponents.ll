; exponents that are no single number of the format: zeros stay zeros, and what is in reach of two steps is not lost in one
declare float @llvm.ldexp.f32.i32(float, i32)
define <4 x float> @vertex(float %x, float %y, i32 %e) {
  %r0 = call float @llvm.ldexp.f32.i32(float %y, i32 255)
  %o0 = insertelement <4 x float> poison, float %r0, i32 0
  %r1 = call float @llvm.ldexp.f32.i32(float %x, i32 -150)
  %o1 = insertelement <4 x float> %o0, float %r1, i32 1
  %r2 = call float @llvm.ldexp.f32.i32(float %y, i32 128)
  %o2 = insertelement <4 x float> %o1, float %r2, i32 2
  %r3 = call float @llvm.ldexp.f32.i32(float %x, i32 %e)
  %o3 = insertelement <4 x float> %o2, float %r3, i32 3
  ret <4 x float> %o3
}
