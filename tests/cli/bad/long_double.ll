; long double
; gpucc --isa agal --stage vertex
; error: x86_fp80|long double

define float @main(float %x, float %y) {
  %a = fpext float %x to x86_fp80
  %b = fpext float %y to x86_fp80
  %c = fdiv x86_fp80 %a, %b
  %d = fadd x86_fp80 %c, %b
  %r = fptrunc x86_fp80 %d to float
  ret float %r
}
