; A field of the bit logic of two numbers of which nothing is known: the logic is made where it is read, and the shifts
; that cut out the field did not see it.
define <4 x float> @k(i32 %n, i32 %m) {
  %a = and i32 %n, %m
  %t = trunc i32 %a to i11
  %s = sext i11 %t to i32
  %f = sitofp i32 %s to float
  %r = insertelement <4 x float> <float poison, float 0.0, float 0.0, float 1.0>, float %f, i32 0
  ret <4 x float> %r
}
