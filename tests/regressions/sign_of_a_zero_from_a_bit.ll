; what leaves the word was multiplied, too: -128 * 512 is no number of fp16, and the result was an infinity
define float @fragment(i32 %n) {
  %sign = shl i32 %n, 31
  %zero = bitcast i32 %sign to float
  ret float %zero
}
