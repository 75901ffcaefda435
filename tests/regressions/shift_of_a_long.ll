; 2 to the power of more than 36 is not exact as the square of what exp2 returns: such amounts are limited.
define i64 @shift_of_a_long(i64 %x, i32 %y) {
  %n = and i32 %y, 63
  %wide = zext i32 %n to i64
  %down = ashr i64 %x, %wide
  ret i64 %down
}
