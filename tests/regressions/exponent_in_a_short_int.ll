; frexpf writes an int, which has 16 bits on MSP430, as has that of ldexpf
target datalayout = "e-m:e-p:16:16-i32:16-i64:16-f32:16-f64:16-a:8-n8:16-S16"
target triple = "msp430"

declare float @frexpf(float, ptr)
declare float @ldexpf(float, i16)

define float @vertex(float %x, float %y) {
  %e = alloca i16, align 2
  %size = call float @llvm.fabs.f32(float %x)
  %above = fadd float %size, 1.0
  %m = call float @frexpf(float %above, ptr %e)
  %n = load i16, ptr %e, align 2
  %f = sitofp i16 %n to float
  %w = fptosi float %y to i16
  %l = call float @ldexpf(float %x, i16 %w)
  %p = fmul float %m, 8.0
  %s = fadd float %p, %f
  %r = fadd float %s, %l
  ret float %r
}
declare float @llvm.fabs.f32(float)
