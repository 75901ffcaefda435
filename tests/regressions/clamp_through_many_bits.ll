; Rust and C clamp a float to an integer by way of 128 bits, to which the host has no conversion.
define i64 @clamp_through_many_bits(float %x) {
  %wide = fptosi float %x to i128
  %below = icmp slt i128 %wide, 1000
  %upper = select i1 %below, i128 %wide, i128 1000
  %above = icmp sgt i128 %upper, -1000
  %both = select i1 %above, i128 %upper, i128 -1000
  %result = trunc i128 %both to i64
  ret i64 %result
}
