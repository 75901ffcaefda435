; discard in a vertex shader
; gpucc --isa agal --stage vertex
; error: discard|kil|fragment

declare void @gpucc.discard(i1)
define float @main(float %x) {
  %c = fcmp olt float %x, 0.0
  call void @gpucc.discard(i1 %c)
  ret float %x
}
