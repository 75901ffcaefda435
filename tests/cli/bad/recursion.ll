; recursion
; gpucc --isa agal --stage vertex
; error: recurs|calls itself

define float @f(float %a) {
  %b = fadd float %a, 1.0
  %c = call float @f(float %b)
  %d = fmul float %c, %a
  ret float %d
}
define float @main(float %x, float %y, float %z, i32 %i) {
  %r = call float @f(float %x)
  ret float %r
}
