; a bit shifted up to the sign of a float: alone, and to flip the sign of another one
define { float, float } @flip(i32 %n, float %x) {
  %sign = shl i32 %n, 31
  %zero = bitcast i32 %sign to float
  %bits = bitcast float %x to i32
  %flipped = xor i32 %bits, %sign
  %result = bitcast i32 %flipped to float
  %some = insertvalue { float, float } poison, float %zero, 0
  %both = insertvalue { float, float } %some, float %result, 1
  ret { float, float } %both
}
