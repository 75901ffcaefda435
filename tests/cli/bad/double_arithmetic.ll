; double arithmetic
; gpucc --isa agal --stage vertex
; error: double

define float @main(float %x, float %y, float %z, i32 %i) {
  %d = fpext float %x to double
  %e = fmul double %d, %d
  %r = fptrunc double %e to float
  ret float %r
}
