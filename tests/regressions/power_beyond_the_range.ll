; A power of two whose carrier would leave the exact range of every input.
define <4 x float> @shader(i32 %b) {
  %s = shl i32 %b, 23
  %p = add i32 %s, 8388608
  %f = bitcast i32 %p to float
  %r0 = insertelement <4 x float> zeroinitializer, float %f, i32 0
  ret <4 x float> %r0
}
