; the same with elements of one float
define float @first(i32 %n, ptr readonly %a) {
  %at = sext i32 %n to i64
  %one = getelementptr float, ptr %a, i64 %at
  %element = getelementptr i8, ptr %one, i64 -4
  %r = load float, ptr %element, align 4
  ret float %r
}
