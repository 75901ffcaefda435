; a sign taken by a shift, as in Numba's n // 3, where 2^-31 is no number of the format
define <4 x float> @fragment(i32 %n) {
  %q = sdiv i32 %n, 3
  %r = srem i32 %n, 3
  %z = ashr i32 %r, 31
  %s = add nsw i32 %z, %q
  %f = sitofp i32 %s to float
  %y = ashr i32 %n, 18
  %g = sitofp i32 %y to float
  %a = insertelement <4 x float> <float 0.0, float 0.0, float 0.0, float 1.0>, float %f, i32 0
  %b = insertelement <4 x float> %a, float %g, i32 1
  ret <4 x float> %b
}
