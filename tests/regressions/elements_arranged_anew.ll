; Elements arranged anew by intrinsics: a splice to the right, which is what LLVM 22 makes of a negative one, was taken for one to the left.
declare <4 x float> @llvm.vector.splice.v4f32(<4 x float>, <4 x float>, i32)
declare <4 x float> @llvm.vector.reverse.v4f32(<4 x float>)
declare <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32>)
declare <4 x float> @llvm.vector.interleave2.v4f32(<2 x float>, <2 x float>)
declare <4 x float> @llvm.matrix.transpose.v4f32(<4 x float>, i32, i32)
declare {<2 x float>, <2 x float>} @llvm.vector.deinterleave2.v4f32(<4 x float>)
define <4 x float> @vertex(<4 x float> %a, <4 x float> %b) {
  %r = call <4 x float> @llvm.vector.splice.v4f32(<4 x float> %a, <4 x float> %b, i32 1)
  %m = call <4 x float> @llvm.vector.splice.v4f32(<4 x float> %b, <4 x float> %a, i32 -1)
  %s = fsub <4 x float> %r, %m
  %t = call <4 x float> @llvm.vector.reverse.v4f32(<4 x float> %s)
  %d = call {<2 x float>, <2 x float>} @llvm.vector.deinterleave2.v4f32(<4 x float> %t)
  %x = extractvalue {<2 x float>, <2 x float>} %d, 0
  %y = extractvalue {<2 x float>, <2 x float>} %d, 1
  %z = fmul <2 x float> %x, <float 2.0, float 3.0>
  %w = call <4 x float> @llvm.vector.interleave2.v4f32(<2 x float> %z, <2 x float> %y)
  %i = fptosi <4 x float> %w to <4 x i32>
  %j = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %i)
  %f = sitofp <4 x i32> %j to <4 x float>
  %p = fadd <4 x float> %f, %w
  %c = call <4 x float> @llvm.vector.reverse.v4f32(<4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>)
  %k = call <4 x float> @llvm.matrix.transpose.v4f32(<4 x float> <float 5.0, float 6.0, float 7.0, float 8.0>, i32 2, i32 2)
  %q = fmul <4 x float> %p, %c
  %o = fadd <4 x float> %q, %k
  ret <4 x float> %o
}
