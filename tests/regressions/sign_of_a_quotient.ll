; the sign of an open quotient chooses between exact numbers: what is computed from the choice is not open
declare <4 x float> @llvm.copysign.v4f32(<4 x float>, <4 x float>)

define <4 x float> @fragment(<4 x float> %p, <3 x float> %q, float %f, ptr readonly align 16 dereferenceable(96) %u) {
entry:
  %c = load <4 x float>, ptr %u, align 16
  %s = call <4 x float> @llvm.copysign.v4f32(<4 x float> %c, <4 x float> %p)
  %a = insertelement <4 x float> %s, float %f, i32 0
  %b = insertelement <4 x float> %a, float %f, i32 1
  ret <4 x float> %b
}
