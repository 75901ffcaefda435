; The sign and exponent of what is moved there, in several ways: sums that carry out of the word, also near the end of
; the exact range, are read back, compared, and seen as floats. Their readers take the upper bits alone.
define <4 x float> @shader(float %x, float %y) {
  %n = fptosi float %x to i32
  %s = shl i32 %n, 23
  %p = add i32 %s, 1065353216
  %f = bitcast i32 %p to float
  %b = lshr i32 %p, 23
  %e = uitofp i32 %b to float
  %c = icmp slt i32 %p, 8388608
  %m = fptosi float %y to i32
  %t = shl i32 %m, 24
  %q = or i32 %t, 8388608
  %g = bitcast i32 %q to float
  %d = ashr i32 %q, 24
  %h = sitofp i32 %d to float
  %r = select i1 %c, float %h, float %g
  %r0 = insertelement <4 x float> poison, float %f, i32 0
  %r1 = insertelement <4 x float> %r0, float %e, i32 1
  %r2 = insertelement <4 x float> %r1, float %r, i32 2
  %r3 = insertelement <4 x float> %r2, float %h, i32 3
  ret <4 x float> %r3
}
