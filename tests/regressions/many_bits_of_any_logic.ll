; Sixteen and twelve bits of the logic of two numbers of which nothing is known: more than eight at once were refused.
define <4 x float> @k(i32 %n, i32 %m) {
  %differ = xor i32 %n, %m
  %sixteen = and i32 %differ, 65535
  %any = or i32 %n, %m
  %down = lshr i32 %any, 4
  %twelve = and i32 %down, 4095
  %a = sitofp i32 %sixteen to float
  %b = sitofp i32 %twelve to float
  %first = insertelement <4 x float> zeroinitializer, float %a, i64 0
  %color = insertelement <4 x float> %first, float %b, i64 1
  ret <4 x float> %color
}
