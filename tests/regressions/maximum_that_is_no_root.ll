; A maximum that looks like an expanded root was taken for one, though its operand may be negative (lima-vp, lima-pp).
define <4 x float> @vertex(<4 x float> %v) {
  %x = extractelement <4 x float> %v, i32 0
  %s = call float @llvm.sqrt.f32(float %x)
  %i = fdiv float 1.0, %s
  %p = fmul float %x, %i
  %t = fmul float %x, 0x3BF0000000000000
  %m = call float @llvm.maxnum.f32(float %p, float %t)
  %q = fdiv float 1.0, %m
  %r = insertelement <4 x float> %v, float %q, i32 0
  ret <4 x float> %r
}
declare float @llvm.sqrt.f32(float)
declare float @llvm.maxnum.f32(float,float)
