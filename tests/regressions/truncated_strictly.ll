; The constrained trunc of floats was taken for the instruction of integers with the same name.
define <2 x float> @main(<2 x float> %a, float %b) strictfp {
  %m = call float @llvm.experimental.constrained.fmul.f32(float %b, float 2.0, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  %t = call <2 x float> @llvm.experimental.constrained.trunc.v2f32(<2 x float> %a, metadata !"fpexcept.strict") strictfp
  %f = call float @llvm.experimental.constrained.floor.f32(float %m, metadata !"fpexcept.strict") strictfp
  %v = insertelement <2 x float> %t, float %f, i32 1
  ret <2 x float> %v
}
declare float @llvm.experimental.constrained.fmul.f32(float, float, metadata, metadata)
declare float @llvm.experimental.constrained.floor.f32(float, metadata)
declare <2 x float> @llvm.experimental.constrained.trunc.v2f32(<2 x float>, metadata)
