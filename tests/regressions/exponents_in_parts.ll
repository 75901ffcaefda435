; An exponent that is too large, in the arm that is not taken: each part of 2^n is a number, but not their product with x.
declare float @llvm.ldexp.f32.i32(float, i32)
define <4 x float> @shader(<4 x float> %p, float %g, i32 %m) {
  %v2 = and i32 %m, 255
  %v3 = call float @llvm.ldexp.f32.i32(float %g, i32 %v2)
  %x = extractelement <4 x float> %p, i32 0
  %c = fcmp ogt float %x, 1.0
  %v10 = select i1 %c, float %v3, float %g
  %v11 = insertelement <4 x float> %p, float %v10, i32 0
  ret <4 x float> %v11
}
