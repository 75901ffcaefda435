; The product of two fields, cut to six bits: LLVM moves the shift up into one of them.
define i32 @field_of_a_product(i32 %x, i32 %y) {
  %a = and i32 %x, 7
  %b = and i32 %y, 7
  %product = mul i32 %a, %b
  %up = shl i32 %product, 26
  %field = ashr i32 %up, 26
  ret i32 %field
}
