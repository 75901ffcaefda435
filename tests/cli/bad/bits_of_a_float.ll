; the bits of a float
; gpucc --isa agal --stage vertex
; error: bit

define float @main(float %x, float %y, float %z, i32 %i) {
  %b = bitcast float %x to i32
  %c = lshr i32 %b, 1
  %d = sub i32 1597463007, %c
  %r = bitcast i32 %d to float
  ret float %r
}
