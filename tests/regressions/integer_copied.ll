; integers that are only moved from memory to the result: their type alone tells that they are no floats
define i32 @main(ptr noalias readonly %u, float %x) {
  %first = load i32, ptr %u, align 4
  %place = getelementptr i8, ptr %u, i64 4
  %second = load i32, ptr %place, align 4
  %low = fcmp olt float %x, 5.000000e-01
  %chosen = select i1 %low, i32 %first, i32 %second
  ret i32 %chosen
}
