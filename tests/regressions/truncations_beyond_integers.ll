; Without NaNs, the whole part of a float was computed by way of an integer in AGSL, which holds none beyond 2^31.
declare <2 x float> @llvm.trunc.v2f32(<2 x float>)

define <2 x float> @fragment(<2 x float> %a) {
  %t = call fast <2 x float> @llvm.trunc.v2f32(<2 x float> %a)
  %n = fptosi <2 x float> %a to <2 x i32>
  %m = and <2 x i32> %n, <i32 7, i32 7>
  %f = sitofp <2 x i32> %m to <2 x float>
  %p = insertelement <2 x float> %f, float 0.0, i32 1
  %r = fadd <2 x float> %t, %p
  ret <2 x float> %r
}
