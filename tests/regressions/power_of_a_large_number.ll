; Powers of two of numbers at the end of the exact range: only nine bits of a number matter, but its sum with 127 is not exact.
define <4 x float> @shader(i32 %a, i32 %b) {
  %s = shl i32 %b, 23
  %p = add i32 %s, 1006632960
  %f = bitcast i32 %p to float
  %t = shl i32 %a, 23
  %q = sub i32 1065353216, %t
  %g = bitcast i32 %q to float
  %r0 = insertelement <4 x float> zeroinitializer, float %f, i32 0
  %r1 = insertelement <4 x float> %r0, float %g, i32 1
  ret <4 x float> %r1
}
