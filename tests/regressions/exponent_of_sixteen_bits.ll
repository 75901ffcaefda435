; llvm.frexp may give its exponent in any integer
define float @vertex(float %x) {
  %p = call {float, i16} @llvm.frexp.f32.i16(float %x)
  %m = extractvalue {float, i16} %p, 0
  %e = extractvalue {float, i16} %p, 1
  %f = sitofp i16 %e to float
  %r = fadd float %f, %m
  ret float %r
}
declare {float, i16} @llvm.frexp.f32.i16(float)
