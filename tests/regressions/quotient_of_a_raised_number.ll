; A number without its top bits, shifted up by one, may be an even number beyond the exact range. Its quotient by three
; found no factor (an error of gpucc).
define <4 x float> @fragment(<4 x float> %v, i32 %n, i32 %m) {
  %rest = srem i32 %n, 1000
  %any = or i32 %rest, %m
  %up = shl i32 %any, 12
  %down = ashr i32 %up, 11
  %third = sdiv i32 %down, 3
  %a = sitofp i32 %third to float
  %color = insertelement <4 x float> %v, float %a, i64 0
  ret <4 x float> %color
}
