; llvm.modf is younger than the other functions, and the reference did not know it.
define { float, float } @vertex(float %a) {
  %parts = call { float, float } @llvm.modf.f32(float %a)
  ret { float, float } %parts
}
declare { float, float } @llvm.modf.f32(float)
