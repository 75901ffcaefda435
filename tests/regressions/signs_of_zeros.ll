; a format without -0 cannot see the sign of a zero, and in float32 its programs do not try
declare float @atan2f(float, float)
declare float @llvm.copysign.f32(float, float)
declare i1 @llvm.is.fpclass.f32(float, i32)

define <4 x float> @vertex(float %x, float %y) {
  %angle = call float @atan2f(float %y, float %x)
  %signed = call float @llvm.copysign.f32(float %y, float %x)
  %negative = call i1 @llvm.is.fpclass.f32(float %y, i32 60)
  %bits = bitcast float %x to i32
  %top = lshr i32 %bits, 31
  %f = uitofp i32 %top to float
  %g = uitofp i1 %negative to float
  %a = insertelement <4 x float> undef, float %angle, i32 0
  %b = insertelement <4 x float> %a, float %signed, i32 1
  %c = insertelement <4 x float> %b, float %f, i32 2
  %d = insertelement <4 x float> %c, float %g, i32 3
  ret <4 x float> %d
}
