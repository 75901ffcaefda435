; Rust sorts three floats as three words: the blends of what is declared as bits lose the sign of a zero like any other.
define <3 x float> @vertex(float %a, float %b, float %c) {
  %1 = bitcast float %a to i32
  %2 = bitcast float %b to i32
  %3 = bitcast float %c to i32
  %swap = fcmp ogt float %a, %b
  %high = select i1 %swap, i32 %1, i32 %2
  %low = select i1 %swap, i32 %2, i32 %1
  %4 = bitcast i32 %high to float
  %over = fcmp olt float %c, %4
  %most = select i1 %over, float %4, float %c
  %mid = select i1 %over, i32 %3, i32 %high
  %5 = bitcast i32 %low to float
  %6 = bitcast i32 %mid to float
  %under = fcmp ogt float %5, %6
  %middle = select i1 %under, i32 %low, i32 %mid
  %least = select i1 %under, i32 %mid, i32 %low
  %v = insertelement <3 x i32> poison, i32 %least, i64 0
  %w = insertelement <3 x i32> %v, i32 %middle, i64 1
  %x = bitcast <3 x i32> %w to <3 x float>
  %y = insertelement <3 x float> %x, float %most, i64 2
  ret <3 x float> %y
}
