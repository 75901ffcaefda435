; the square of x * 500 was x * x * 250000, which half precision has no number for
define <4 x float> @fragment(<4 x float> %v) {
  %x = extractelement <4 x float> %v, i32 0
  %y = extractelement <4 x float> %v, i32 1
  %most = call float @llvm.minnum.f32(float %x, float 0.4375)
  %part = call float @llvm.maxnum.f32(float %most, float 0.0)
  %far = fmul reassoc nsz float %part, 5.000000e+02
  %square = fmul reassoc nsz float %far, %far
  %near = fmul reassoc nsz float %y, 0x3F70624DE0000000
  %small = fmul reassoc nsz float %near, %near
  %a = insertelement <4 x float> %v, float %square, i32 2
  %b = insertelement <4 x float> %a, float %small, i32 3
  ret <4 x float> %b
}

declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
