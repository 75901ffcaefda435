; x - c * floor(x / c) of a number whose quotient overflows is an infinity, and was NaN on targets that correct quotients.
declare <2 x float> @llvm.floor.v2f32(<2 x float>)

define <2 x float> @fragment(<2 x float> %a) {
  %q = fdiv <2 x float> %a, <float 0x3FB99999A0000000, float 0xBE45798EE0000000>
  %f = call <2 x float> @llvm.floor.v2f32(<2 x float> %q)
  %m = fmul <2 x float> %f, <float 0x3FB99999A0000000, float 0xBE45798EE0000000>
  %r = fsub <2 x float> %a, %m
  ret <2 x float> %r
}
