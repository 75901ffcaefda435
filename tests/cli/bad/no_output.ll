; no output
; gpucc --isa agal --stage vertex
; error: output|position

define void @main(float %x) {
  ret void
}
