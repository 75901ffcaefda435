; LLVM makes reversed bits of the funnel shift, and two to the number of bits is beyond halves.
declare i32 @llvm.fshl.i32(i32, i32, i32)
define <4 x float> @fragment(<4 x float> %p, <4 x float> %q, float %f, float %g, i32 %n, i32 %m) {
entry:
  %v1 = and i32 %m, 63
  %v2 = and i32 %v1, 1
  %v3 = shl i32 %v1, %v2
  %v4 = sitofp i32 %v3 to float
  %v5 = icmp eq i32 %v3, -2
  %v6 = call i32 @llvm.fshl.i32(i32 %v2, i32 %v2, i32 16)
  %v7 = and i32 %v6, 7
  %v8 = select i1 %v5, i32 %v7, i32 %v6
  %v9 = icmp eq i32 %v8, -2
  %v10 = icmp eq i32 %v8, -2
  %v11 = icmp ne i32 %v8, -2
  %v12 = insertelement <4 x float> %q, float %v4, i32 0
  %v13 = insertelement <4 x float> %v12, float %g, i32 1
  %v14 = insertelement <4 x float> %v13, float %f, i32 2
  %v15 = sitofp i32 %v8 to float
  %v16 = insertelement <4 x float> %v14, float %v15, i32 3
  %v17 = select i1 %v11, <4 x float> %v16, <4 x float> %q
  ret <4 x float> %v17
}
