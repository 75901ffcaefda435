; a uniform array without end
; gpucc --isa agal --stage vertex
; error: byte 68719476640

define <4 x float> @main(ptr %u) {
  %p = getelementptr [4294967295 x <4 x float>], ptr %u, i64 0, i64 4294967290
  %r = load <4 x float>, ptr %p
  ret <4 x float> %r
}
