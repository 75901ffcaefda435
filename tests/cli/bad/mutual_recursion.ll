; mutual recursion
; gpucc --isa agal --stage vertex
; error: recurs|calls itself

define float @f(float %a) {
  %c = call float @g(float %a)
  %d = fmul float %c, %a
  ret float %d
}
define float @g(float %a) {
  %c = call float @f(float %a)
  %d = fadd float %c, %a
  ret float %d
}
define float @main(float %x, float %y, float %z, i32 %i) {
  %r = call float @f(float %x)
  ret float %r
}
