; Functions of the C library became intrinsics, and what named them otherwise than by a call did not: pointers, tables and
; what LLVM notes of the possible callees. LLVM then knew no @fabsf, even for shaders that did not reach it.
@table = internal constant [2 x ptr] [ptr @fabsf, ptr @floorf]

define float @vertex(float %x, float %y) {
  %place = getelementptr [2 x ptr], ptr @table, i32 0, i32 1
  %f = load ptr, ptr %place
  %a = call float %f(float %x)
  %b = call float @twice(ptr @ceilf, float %y)
  %c = call float @fabsf(float %b), !callees !0
  %sum = fadd float %a, %c
  ret float %sum
}

define private float @twice(ptr %f, float %x) {
  %a = call float %f(float %x), !callees !0
  %more = fadd float %a, 2.500000e-01
  %b = call float %f(float %more), !callees !0
  ret float %b
}

declare float @fabsf(float)
declare float @floorf(float)
declare float @ceilf(float)

!0 = !{ptr @ceilf, ptr @fabsf}
