; Vectorised searches count the elements before the first that is set.
declare i32 @llvm.experimental.cttz.elts.i32.v4i1(<4 x i1>, i1)

define <2 x float> @vertex(<4 x float> %a, float %limit) {
  %first = insertelement <4 x float> poison, float %limit, i64 0
  %all = shufflevector <4 x float> %first, <4 x float> poison, <4 x i32> zeroinitializer
  %above = fcmp ogt <4 x float> %a, %all
  %count = call i32 @llvm.experimental.cttz.elts.i32.v4i1(<4 x i1> %above, i1 false)
  %number = uitofp i32 %count to float
  %positive = fcmp ogt <4 x float> %a, zeroinitializer
  %other = call i32 @llvm.experimental.cttz.elts.i32.v4i1(<4 x i1> %positive, i1 false)
  %odd = and i32 %other, 1
  %second = uitofp i32 %odd to float
  %one = insertelement <2 x float> poison, float %number, i64 0
  %both = insertelement <2 x float> %one, float %second, i64 1
  ret <2 x float> %both
}
