; The sign of a zero comes from a constant and from a table. A format without -0 loses it, so the quotient's infinity has
; another sign there; the float32 run called that a difference.
@signs = internal constant [3 x float] [float -0.0, float 4.0, float 0.0]
define <4 x float> @main(<4 x float> %p) {
  %x = extractelement <4 x float> %p, i64 0
  %y = extractelement <4 x float> %p, i64 1
  %z = extractelement <4 x float> %p, i64 2
  %c = fcmp olt float %x, 1.0
  %n = select i1 %c, float -0.0, float %y
  %zz = fmul float %z, %z
  %m = fmul float %n, %zz
  %d = fdiv float 1.0, %m
  %i = fptosi float %x to i32
  %a = getelementptr [3 x float], ptr @signs, i32 0, i32 %i
  %t = load float, ptr %a
  %e = fdiv float 1.0, %t
  %r = insertelement <4 x float> %p, float %d, i64 2
  %s = insertelement <4 x float> %r, float %e, i64 3
  ret <4 x float> %s
}
