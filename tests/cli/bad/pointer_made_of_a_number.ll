; a pointer made of a number
; gpucc --isa agal --stage vertex
; error: inttoptr|pointer

define float @main() {
  %p = inttoptr i64 64 to ptr
  %r = load float, ptr %p
  ret float %r
}
