; A count of bits step by step, as GLM has it: masks with every other bit.
define <4 x float> @shader(i32 %x) {
  %a = and i32 %x, 1431655765
  %b = lshr i32 %x, 1
  %c = and i32 %b, 1431655765
  %d = add nuw i32 %c, %a
  %e = and i32 %d, 858993459
  %f = lshr i32 %d, 2
  %g = and i32 %f, 858993459
  %h = add nuw nsw i32 %g, %e
  %i = and i32 %h, 117901063
  %j = lshr i32 %h, 4
  %k = and i32 %j, 117901063
  %l = add nuw nsw i32 %k, %i
  %v = uitofp i32 %l to float
  %r = insertelement <4 x float> zeroinitializer, float %v, i32 0
  ret <4 x float> %r
}
