declare float @llvm.pow.f32(float, float)
define <4 x float> @vertex(float %x, float %y) {
entry:
  %v0 = call float @llvm.pow.f32(float %x, float -5.000000e-01)
  %c0 = fcmp ogt float %x, 0.000000e+00
  %r0 = select i1 %c0, float %v0, float 0.000000e+00
  %o0 = insertelement <4 x float> poison, float %r0, i32 0
  %o1 = insertelement <4 x float> %o0, float %r0, i32 1
  %o2 = insertelement <4 x float> %o1, float %r0, i32 2
  %o3 = insertelement <4 x float> %o2, float %r0, i32 3
  ret <4 x float> %o3
}
