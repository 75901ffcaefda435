; the same for a vector of integers
define <2 x i32> @main(ptr noalias readonly %u) {
  %both = load <2 x i32>, ptr %u, align 8
  ret <2 x i32> %both
}
