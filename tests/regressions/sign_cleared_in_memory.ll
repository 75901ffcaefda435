; A float that is loaded as an integer, to clear its sign, was taken for an integer of the interface.
define float @main(float %x, ptr %numbers) {
  %bits = load i32, ptr %numbers
  %clear = and i32 %bits, 2147483647
  %size = bitcast i32 %clear to float
  %more = getelementptr i8, ptr %numbers, i64 4
  %plain = load float, ptr %more
  %sum = fadd float %size, %plain
  %y = fmul float %sum, %x
  ret float %y
}
