; An integer of 64 bits chosen among constants is an integer, not two packed floats.
define i64 @long_choice(i32 %x) {
  %c = icmp sgt i32 %x, -1
  %r = select i1 %c, i64 2, i64 -1
  ret i64 %r
}
