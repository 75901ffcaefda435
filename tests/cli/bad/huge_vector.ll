; a huge vector
; gpucc --isa agal --stage vertex
; error: .

define float @main(<100000 x float> %a) {
  %b = fadd <100000 x float> %a, %a
  %r = extractelement <100000 x float> %b, i32 9
  ret float %r
}
