; A shift by so much that a half holds zero only: the factor became infinite, and zero times infinity is not zero.
define <4 x float> @fragment(<4 x float> %p, i32 %n) {
  %a = and i32 %n, 1
  %b = shl i32 %a, 25
  %c = mul i32 %a, -33554432
  %f = sitofp i32 %b to float
  %g = sitofp i32 %c to float
  %r = insertelement <4 x float> %p, float %f, i32 3
  %s = insertelement <4 x float> %r, float %g, i32 2
  ret <4 x float> %s
}
