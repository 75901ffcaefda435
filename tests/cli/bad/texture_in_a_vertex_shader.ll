; a texture in a vertex shader
; gpucc --isa agal --stage vertex
; error: texture|fragment|vertex

declare <4 x float> @gpucc.texture.2d(i32, <2 x float>)
define <4 x float> @main(<2 x float> %u) {
  %t = call <4 x float> @gpucc.texture.2d(i32 0, <2 x float> %u)
  ret <4 x float> %t
}
