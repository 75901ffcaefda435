; an integer that no float holds
; gpucc --isa agal --stage vertex
; error: integer|exact|xor|bit

define float @main(float %x, float %y, float %z, i32 %i) {
  %j = add i32 %i, 123456789
  %k = mul i32 %j, %j
  %l = xor i32 %k, 987654321
  %r = sitofp i32 %l to float
  ret float %r
}
