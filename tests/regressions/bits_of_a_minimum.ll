; A minimum with 0 is no larger than 0, but its last two bits are: the index was always 0, and the array had one register.
declare i32 @llvm.smin.i32(i32, i32)
define <4 x float> @fragment(<4 x float> %p, i32 %n, ptr readonly align 16 dereferenceable(64) %u) {
  %m = call i32 @llvm.smin.i32(i32 %n, i32 0)
  %i = and i32 %m, 3
  %w = zext i32 %i to i64
  %a = getelementptr inbounds <4 x float>, ptr %u, i64 %w
  %v = load <4 x float>, ptr %a
  ret <4 x float> %v
}
