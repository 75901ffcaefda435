; an endless loop
; gpucc --isa agal --stage vertex
; error: loop|never|endless

define <4 x float> @main(<4 x float> %a) {
  br label %l
l:
  br label %l
}
