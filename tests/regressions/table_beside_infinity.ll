; Of two registers one is chosen by a blend, and the other may hold an infinity: no compiler can help (false alarm).
declare i32 @llvm.umin.i32(i32, i32)
define <4 x float> @main(<4 x float> %p, i32 %n, ptr readonly align 16 dereferenceable(32) %u) {
  %m = call i32 @llvm.umin.i32(i32 %n, i32 6)
  %i = sdiv i32 %m, 6
  %w = zext i32 %i to i64
  %a = getelementptr inbounds <4 x float>, ptr %u, i64 %w
  %v = load <4 x float>, ptr %a
  ret <4 x float> %v
}
