; ldexp by bits: a number is added to the exponent of a float, and the mantissa is left out.
define <4 x float> @shader(float %x, float %y) {
  %b = bitcast float %x to i32
  %e = and i32 %b, 2139095040
  %n = fptosi float %y to i32
  %m = and i32 %n, 7
  %s = shl i32 %m, 23
  %p = add i32 %e, %s
  %f = bitcast i32 %p to float
  %c = icmp ugt i32 %p, 1073741824
  %t = uitofp i1 %c to float
  %r0 = insertelement <4 x float> <float poison, float poison, float 0.0, float 1.0>, float %f, i32 0
  %r1 = insertelement <4 x float> %r0, float %t, i32 1
  ret <4 x float> %r1
}
