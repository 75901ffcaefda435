; Powers of two as C libraries put them together: n + 127 << 23, and its reciprocal.
define <4 x float> @shader(float %x, i32 %m) {
  %n = fptosi float %x to i32
  %s = shl i32 %n, 23
  %p = add i32 %s, 1065353216
  %f = bitcast i32 %p to float
  %q = sub i32 1065353216, %s
  %g = bitcast i32 %q to float
  %k = and i32 %m, 63
  %t = shl nuw nsw i32 %k, 23
  %u = add nuw nsw i32 %t, 796917760
  %h = bitcast i32 %u to float
  %r0 = insertelement <4 x float> poison, float %f, i32 0
  %r1 = insertelement <4 x float> %r0, float %g, i32 1
  %r2 = insertelement <4 x float> %r1, float %h, i32 2
  %r3 = insertelement <4 x float> %r2, float %x, i32 3
  ret <4 x float> %r3
}
