; arrays whose first index is 1, as in Fortran, were refused: an access before their start
define float @first(i32 %n, ptr readonly %m) {
  %at = sext i32 %n to i64
  %column = getelementptr [4 x float], ptr %m, i64 %at
  %start = getelementptr i8, ptr %column, i64 -16
  %y = load float, ptr %start, align 4
  %last = getelementptr i8, ptr %column, i64 -4
  %z = load float, ptr %last, align 4
  %r = fmul float %y, %z
  ret float %r
}
