; The bit logic of two truncated numbers that are both -0 is +0.
define <4 x float> @k(<2 x float> %a) {
  %x = extractelement <2 x float> %a, i64 0
  %y = extractelement <2 x float> %a, i64 1
  %n = fptosi float %x to i32
  %m = fptosi float %y to i32
  %t = xor i32 %n, %m
  %f = sitofp i32 %t to float
  %v = insertelement <4 x float> <float poison, float 0.0, float 0.0, float 1.0>, float %f, i64 0
  ret <4 x float> %v
}
