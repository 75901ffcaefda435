; vectors of constants that are read at an index of 32, 64 or 8 bits, one with a component that is poison
define <4 x float> @shader(float %a, i32 %b) {
  %k = and i32 %b, 7
  %few = and i32 %k, 3
  %e = extractelement <8 x float> <float 0.5, float 1.5, float 2.25, float -1.0, float 4.0, float 8.0, float 3.0, float 0.125>, i32 %k
  %long = zext i32 %k to i64
  %f = extractelement <8 x float> <float 2.0, float 3.0, float poison, float 1.0, float 4.0, float 8.0, float 3.0, float 0.5>, i64 %long
  %short = trunc i32 %few to i8
  %g = extractelement <4 x i32> <i32 7, i32 9, i32 12, i32 13>, i8 %short
  %h = sitofp i32 %g to float
  %r = fadd float %e, %a
  %v0 = insertelement <4 x float> zeroinitializer, float %r, i32 0
  %v1 = insertelement <4 x float> %v0, float %f, i32 1
  %v2 = insertelement <4 x float> %v1, float %h, i32 2
  ret <4 x float> %v2
}
