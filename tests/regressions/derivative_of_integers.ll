; A neighbour's integer is too large for a half: the derivative here depends on it, and has no defined value (false alarm).
declare float @gpucc.dfdy.f32(float)
define <4 x float> @fragment(i32 %n) {
  %v359 = sitofp i32 %n to float
  %v431 = call float @gpucc.dfdy.f32(float %v359)
  %v448 = insertelement <4 x float> zeroinitializer, float %v431, i32 1
  ret <4 x float> %v448
}
