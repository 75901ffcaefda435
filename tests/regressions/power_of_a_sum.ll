; A power of two of a sum that leaves the exact range in some lanes: the sum is a number still, not the bits of a float.
define <4 x float> @shader(i32 %a, i32 %b) {
  %n = add i32 %a, %b
  %s = shl i32 %n, 23
  %p = add i32 %s, 8388608
  %f = bitcast i32 %p to float
  %r0 = insertelement <4 x float> zeroinitializer, float %f, i32 0
  ret <4 x float> %r0
}
