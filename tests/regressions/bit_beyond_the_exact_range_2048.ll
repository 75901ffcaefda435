; The bit of 2048, the last number up to which a format is exact, set in a negative number: the sum was rounded.
define <4 x float> @fragment(i32 %n) {
  %s = srem i32 %n, 1000
  %o = or i32 %s, 2048
  %f = sitofp i32 %o to float
  %r = insertelement <4 x float> <float poison, float 0.0, float 0.0, float 1.0>, float %f, i64 0
  ret <4 x float> %r
}
