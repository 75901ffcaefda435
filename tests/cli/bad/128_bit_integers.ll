; 128-bit integers
; gpucc --isa agal --stage vertex
; error: i128|integer|exact

define float @main(float %x, float %y, float %z, i32 %i) {
  %d = sext i32 %i to i128
  %e = mul i128 %d, %d
  %f = lshr i128 %e, 90
  %g = trunc i128 %f to i32
  %r = sitofp i32 %g to float
  ret float %r
}
