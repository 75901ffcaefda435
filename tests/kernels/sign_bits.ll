; Bit patterns that mean float operations: sign by xor, magnitude by and, a sign test by integer compare.
define <4 x float> @sign_bits(<4 x float> %v, ptr readonly %u) {
  %bits = bitcast <4 x float> %v to <4 x i32>
  %flipped = xor <4 x i32> %bits, splat (i32 -2147483648)
  %negative = bitcast <4 x i32> %flipped to <4 x float>
  %masked = and <4 x i32> %bits, splat (i32 2147483647)
  %magnitude = bitcast <4 x i32> %masked to <4 x float>
  %k = load <4 x float>, ptr %u, align 16
  %scaled = fmul <4 x float> %magnitude, %k
  %sum = fadd <4 x float> %scaled, %negative
  ret <4 x float> %sum
}
