; Two numbers of sixteen bits side by side in a word: the upper one carries the sign.
define <2 x i32> @two_halves_of_a_word(<4 x i16> %v) {
  %turned = shufflevector <4 x i16> %v, <4 x i16> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  %words = bitcast <4 x i16> %turned to <2 x i32>
  ret <2 x i32> %words
}
