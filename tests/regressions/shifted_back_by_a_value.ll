; 65535 shifted left by 16 is beyond what a float holds exactly, and the wrap of 32 bits was not taken for that
define <4 x float> @vertex(<4 x float> %p, i32 %m) {
  %one = and i32 %m, 1
  %up = shl i32 %m, 16
  %down = ashr i32 %up, %one
  %value = sitofp i32 %down to float
  %result = insertelement <4 x float> %p, float %value, i32 3
  ret <4 x float> %result
}
