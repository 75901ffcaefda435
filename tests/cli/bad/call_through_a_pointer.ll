; a call through a pointer
; gpucc --isa agal --stage vertex
; error: call

define float @main(ptr %f, float %x) {
  %r = call float %f(float %x)
  ret float %r
}
