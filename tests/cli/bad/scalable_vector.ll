; a scalable vector
; gpucc --isa agal --stage vertex
; error: vscale|scalable

define <vscale x 4 x float> @main(<vscale x 4 x float> %a) {
  ret <vscale x 4 x float> %a
}
