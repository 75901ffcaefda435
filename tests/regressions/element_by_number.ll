; elements at an index of run time are blended from all, and with what is put in
define <4 x float> @vertex(<4 x float> %c, i32 %k, i32 %l, float %x) {
  %i = and i32 %k, 3
  %j = and i32 %l, 3
  %m = insertelement <4 x float> %c, float %x, i32 %j
  %r = extractelement <4 x float> %c, i32 %i
  %o = fadd float %r, 1.0
  %e = insertelement <4 x float> %m, float %o, i32 0
  ret <4 x float> %e
}
