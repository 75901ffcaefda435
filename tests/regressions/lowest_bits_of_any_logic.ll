; Five bits of the logic of two numbers of which nothing is known. They were cut out of the whole logic, which left the
; exact numbers where the operands were near the end of their range.
define <4 x float> @k(i32 %n, i32 %m) {
  %differ = xor i32 %n, %m
  %up = shl i32 %differ, 20
  %part = lshr i32 %up, 19
  %both = and i32 %m, %n
  %mixed = xor i32 %part, %both
  %out = shl i32 %mixed, 27
  %low = lshr i32 %out, 27
  %signed = ashr i32 %out, 28
  %a = sitofp i32 %low to float
  %b = sitofp i32 %signed to float
  %first = insertelement <4 x float> zeroinitializer, float %a, i64 0
  %color = insertelement <4 x float> %first, float %b, i64 1
  ret <4 x float> %color
}
