; Two numbers of sixteen bits side by side in a word: the upper one carries the sign.
define <4 x i32> @vertex(<8 x i16> %v, <8 x i16> %w) {
  %a = shufflevector <8 x i16> %v, <8 x i16> poison, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 0, i32 1, i32 2, i32 3>
  %b = shufflevector <8 x i16> %w, <8 x i16> poison, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 0, i32 1, i32 2, i32 3>
  %aw = bitcast <8 x i16> %a to <4 x i32>
  %bw = bitcast <8 x i16> %b to <4 x i32>
  %sum = add <4 x i32> %aw, %bw
  ret <4 x i32> %sum
}
