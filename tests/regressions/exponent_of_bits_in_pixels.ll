; The exponent of a float as C libraries take it from its bits, and its mantissa with another exponent. In a fragment program.
define <4 x float> @fragment(float %x, float %y) {
  %b = bitcast float %x to i32
  %e = lshr i32 %b, 23
  %f = and i32 %e, 255
  %n = add nsw i32 %f, -127
  %g = sitofp i32 %n to float
  %m = and i32 %b, 8388607
  %h = or disjoint i32 %m, 1065353216
  %u = bitcast i32 %h to float
  %c = bitcast float %y to i32
  %s = and i32 %c, -2139095041
  %t = or disjoint i32 %s, 1056964608
  %v = bitcast i32 %t to float
  %a = ashr i32 %c, 23
  %d = icmp sgt i32 %a, 120
  %w = select i1 %d, float 1.0, float 2.0
  %r0 = insertelement <4 x float> poison, float %g, i32 0
  %r1 = insertelement <4 x float> %r0, float %u, i32 1
  %r2 = insertelement <4 x float> %r1, float %v, i32 2
  %r3 = insertelement <4 x float> %r2, float %w, i32 3
  ret <4 x float> %r3
}
