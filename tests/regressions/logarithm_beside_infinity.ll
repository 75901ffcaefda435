; An infinity that is written down where the logarithm is infinite, too: their blend without a guard is NaN.
declare float @llvm.log2.f32(float)
declare float @llvm.fabs.f32(float)
define <4 x float> @vertex(<4 x float> %p) {
  %x = extractelement <4 x float> %p, i32 0
  %size = call float @llvm.fabs.f32(float %x)
  %log = call float @llvm.log2.f32(float %size)
  %product = fmul float %log, %x
  %none = fcmp oeq float %x, 0.0
  %low = select i1 %none, float 0xFFF0000000000000, float %product
  %r = insertelement <4 x float> %p, float %low, i32 0
  ret <4 x float> %r
}
