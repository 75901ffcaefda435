; usize of Rust and Zig, int64 of Numba: a number like any other, as exact as the target's floats.
define { i64, i64, float } @vertex(i64 %a, i64 %b, ptr %table) {
  %sum = add i64 %a, %b
  %third = sdiv i64 %sum, 3
  %rest = srem i64 %b, 7
  %less = icmp slt i64 %a, %b
  %least = select i1 %less, i64 %a, i64 %b
  %mixed = sub i64 %least, %rest
  %at = and i64 %a, 7
  %place = getelementptr [8 x <4 x float>], ptr %table, i64 0, i64 %at
  %value = load float, ptr %place
  %s = insertvalue { i64, i64, float } poison, i64 %third, 0
  %t = insertvalue { i64, i64, float } %s, i64 %mixed, 1
  %u = insertvalue { i64, i64, float } %t, float %value, 2
  ret { i64, i64, float } %u
}
