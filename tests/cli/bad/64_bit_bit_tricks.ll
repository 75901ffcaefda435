; 64-bit bit tricks
; gpucc --isa agal --stage vertex
; error: i64|integer|exact

define float @main(float %x, float %y, float %z, i32 %i) {
  %d = sext i32 %i to i64
  %e = mul i64 %d, -7046029254386353131
  %f = lshr i64 %e, 40
  %g = trunc i64 %f to i32
  %r = sitofp i32 %g to float
  ret float %r
}
