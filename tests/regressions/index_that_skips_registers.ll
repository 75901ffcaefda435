; the index is 0 or 2, so that the interface knows nothing of what lies between: no ladder over it may ask for that
define <4 x float> @fragment(<4 x float> %p, i32 %n, ptr readonly align 16 dereferenceable(96) %u) {
entry:
  %d = add i32 %n, %n
  %i = and i32 %d, 3
  %w = zext i32 %i to i64
  %a = getelementptr inbounds <4 x float>, ptr %u, i64 %w
  %v = load <4 x float>, ptr %a, align 16
  %s = fadd <4 x float> %v, %p
  ret <4 x float> %s
}
