; long double
; gpucc --isa agal --stage vertex
; error: x86_fp80

define float @main(float %x, float %y, float %z, i32 %i) {
  %d = fpext float %x to x86_fp80
  %e = fmul x86_fp80 %d, %d
  %r = fptrunc x86_fp80 %e to float
  ret float %r
}
