; the amounts are known only at run time, and each number stays within the exact range where it is shifted up
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
define <4 x float> @vertex(i32 %a, i32 %by) {
  %few = and i32 %a, 15
  %n = and i32 %by, 7
  %up = call i32 @llvm.fshl.i32(i32 %few, i32 %few, i32 %n)
  %minus = sub i32 -3, %few
  %around = call i32 @llvm.fshl.i32(i32 %minus, i32 %minus, i32 %n)
  %back = sub i32 0, %n
  %down = call i32 @llvm.fshr.i32(i32 %few, i32 %few, i32 %back)
  %any = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 %by)
  %f0 = sitofp i32 %up to float
  %f1 = sitofp i32 %around to float
  %f2 = sitofp i32 %down to float
  %f3 = sitofp i32 %any to float
  %o0 = insertelement <4 x float> poison, float %f0, i32 0
  %o1 = insertelement <4 x float> %o0, float %f1, i32 1
  %o2 = insertelement <4 x float> %o1, float %f2, i32 2
  %o3 = insertelement <4 x float> %o2, float %f3, i32 3
  ret <4 x float> %o3
}
