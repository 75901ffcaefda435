; a jump to a computed label
; gpucc --isa agal --stage vertex
; error: main

define <4 x float> @main(<4 x float> %a) {
  indirectbr ptr blockaddress(@main, %l), [label %l]
l:
  ret <4 x float> %a
}
