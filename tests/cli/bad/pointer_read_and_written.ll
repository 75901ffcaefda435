; a pointer read and written
; gpucc --isa agal --stage vertex
; error: read and written|inout

define void @main(ptr %p, float %x) {
  %v = load float, ptr %p
  %w = fadd float %v, %x
  store float %w, ptr %p
  ret void
}
