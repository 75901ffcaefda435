; AVR has an address space for code, in which the functions of its C library lie; its double is a float
target datalayout = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8-a:8"
target triple = "avr"

define float @vertex(float %x, float %y) addrspace(1) {
  %whole = alloca float, align 1
  %part = call addrspace(1) float @modff(float %x, ptr %whole)
  %f = load float, ptr %whole, align 1
  %s = call addrspace(1) float @sqrt(float %y)
  %t = call addrspace(1) float @twice(float %f)
  %u = fadd float %part, %t
  %r = fadd float %u, %s
  ret float %r
}

define private float @twice(float %x) addrspace(1) {
  %r = fmul float %x, 2.0
  ret float %r
}

declare float @modff(float, ptr) addrspace(1)
declare float @sqrt(float) addrspace(1)
