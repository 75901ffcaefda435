; 2 to the power of a whole number is rounded to the number that it is
define <4 x float> @fragment(i32 %a, i32 %b) {
  %n = and i32 %b, 7
  %p = shl i32 %a, %n
  %q = ashr i32 %a, %n
  %d = and i32 %a, 1023
  %r = lshr i32 %d, %n
  %f0 = sitofp i32 %p to float
  %f1 = sitofp i32 %q to float
  %f2 = sitofp i32 %r to float
  %o0 = insertelement <4 x float> splat (float 1.0), float %f0, i32 0
  %o1 = insertelement <4 x float> %o0, float %f1, i32 1
  %o2 = insertelement <4 x float> %o1, float %f2, i32 2
  ret <4 x float> %o2
}
