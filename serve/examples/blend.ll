; A vertex shader as clang would write it: parameters are inputs,
; a pointer that is read is a uniform, and what is returned is the position.
define <4 x float> @blend(<4 x float> %a, <4 x float> %b, ptr %weights) {
  %weight = load <4 x float>, ptr %weights, align 16
  %gap = fsub <4 x float> %b, %a
  %part = fmul <4 x float> %gap, %weight
  %sum = fadd <4 x float> %a, %part
  ret <4 x float> %sum
}
