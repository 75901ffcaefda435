; double arithmetic
; gpucc --isa agal --stage vertex
; error: double

define float @main(float %x, float %y) {
  %a = fpext float %x to double
  %b = fpext float %y to double
  %c = fdiv double %a, 3.1
  %d = fadd double %c, %b
  %r = fptrunc double %d to float
  ret float %r
}
