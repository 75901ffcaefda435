; Quotients and remainders of unsigned numbers of 8 and 16 bits, whose upper halves would be negative with a sign.
define <4 x float> @vertex(i8 %a, i8 %b, i16 %c, i16 %d) {
  %quotient = udiv i8 %a, %b
  %rest = urem i8 %a, %b
  %wide = udiv i16 -32768, %d
  %left = urem i16 %c, %d
  %third = udiv i8 %a, 3
  %q = uitofp i8 %quotient to float
  %r = uitofp i8 %rest to float
  %w = sitofp i16 %wide to float
  %l = uitofp i16 %left to float
  %t = uitofp i8 %third to float
  %s = fadd float %l, %t
  %v0 = insertelement <4 x float> poison, float %q, i32 0
  %v1 = insertelement <4 x float> %v0, float %r, i32 1
  %v2 = insertelement <4 x float> %v1, float %w, i32 2
  %v3 = insertelement <4 x float> %v2, float %s, i32 3
  ret <4 x float> %v3
}
