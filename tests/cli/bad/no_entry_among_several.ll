; no entry among several
; gpucc --isa agal --stage vertex
; error: entry

define <4 x float> @a(<4 x float> %a) {
  ret <4 x float> %a
}
define <4 x float> @b(<4 x float> %a) {
  ret <4 x float> %a
}
