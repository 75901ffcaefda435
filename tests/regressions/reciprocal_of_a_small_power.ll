; A negative power is one over a power, which few numbers of a half or a number of 24 bits have: the judge knew the
; limits of float32 alone.
declare float @llvm.powi.f32.i32(float, i32)
define float @k(float %x) {
  %r = call float @llvm.powi.f32.i32(float %x, i32 -3)
  %s = call float @llvm.powi.f32.i32(float %x, i32 -7)
  %t = fadd float %r, %s
  ret float %t
}
