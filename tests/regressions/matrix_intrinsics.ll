; Products and transposes of matrices were compiled, and the reference did not know them.
declare <6 x float> @llvm.matrix.transpose.v6f32(<6 x float>, i32, i32)
declare <4 x float> @llvm.matrix.multiply.v4f32.v6f32.v6f32(<6 x float>, <6 x float>, i32, i32, i32)

define <4 x float> @main(<3 x float> %a, <3 x float> %b) {
  %m = shufflevector <3 x float> %a, <3 x float> %b, <6 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5>
  %t = call <6 x float> @llvm.matrix.transpose.v6f32(<6 x float> %m, i32 3, i32 2)
  %p = call <4 x float> @llvm.matrix.multiply.v4f32.v6f32.v6f32(<6 x float> %t, <6 x float> %m, i32 2, i32 3, i32 2)
  ret <4 x float> %p
}
