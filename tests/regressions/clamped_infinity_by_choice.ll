; a NaN of zero times infinity (IEEE) on the side that is not taken, hidden by a clamp
define <4 x float> @vertex(float %x, float %y, <4 x float> %c) {
  %m = call float @llvm.maxnum.f32(float %x, float 0.0)
  %p = call float @llvm.pow.f32(float %m, float %y)
  %p0 = insertelement <4 x float> poison, float %p, i32 0
  %ps = shufflevector <4 x float> %p0, <4 x float> poison, <4 x i32> zeroinitializer
  %q = fmul <4 x float> %ps, %c
  %r = call <4 x float> @llvm.maxnum.v4f32(<4 x float> %q, <4 x float> zeroinitializer)
  %s = call <4 x float> @llvm.minnum.v4f32(<4 x float> %r, <4 x float> <float 1.0, float 1.0, float 1.0, float 1.0>)
  ret <4 x float> %s
}
declare <4 x float> @llvm.maxnum.v4f32(<4 x float>,<4 x float>)
declare <4 x float> @llvm.minnum.v4f32(<4 x float>,<4 x float>)
declare float @llvm.pow.f32(float,float)
declare float @llvm.maxnum.f32(float,float)
