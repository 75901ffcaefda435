; inline assembly
; gpucc --isa agal --stage vertex
; error: asm

define float @main(float %x, float %y, float %z, i32 %i) {
  %r = call float asm "fsqrt $0, $1", "=w,w"(float %x)
  ret float %r
}
