; the upper bits of a float from an integer of more bits than there is room for
define float @fragment(i32 %n) {
  %bits = shl i32 %n, 29
  %half = and i32 %bits, 1073741824
  %number = bitcast i32 %half to float
  ret float %number
}
