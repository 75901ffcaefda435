; The sign of a NaN that an operation made is open: LLVM's JIT gives inf - inf a sign bit, a target need not.
; Found by gpucc campaign fuzz --isa agal --seed 7.
declare float @llvm.copysign.f32(float, float)
define <4 x float> @vertex(<4 x float> %p, float %f) {
  %a = fadd float %f, %f
  %b = fadd float %a, %a
  %c = fadd float %b, %b
  %d = fsub float %c, %c
  %e = call float @llvm.copysign.f32(float %f, float %d)
  %r = insertelement <4 x float> %p, float %e, i32 0
  ret <4 x float> %r
}
