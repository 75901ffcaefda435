; products of fixed-point numbers, and shifts that saturate
define <4 x float> @vertex(float %x, float %y) {
  %a = fptosi float %x to i8
  %b = fptosi float %y to i8
  %c = fptoui float %x to i8
  %d = fptoui float %y to i8
  %p = call i8 @llvm.smul.fix.i8(i8 %a, i8 %b, i32 7)
  %q = call i8 @llvm.umul.fix.sat.i8(i8 %c, i8 %d, i32 4)
  %s = call i8 @llvm.sshl.sat.i8(i8 %a, i8 2)
  %t = call i8 @llvm.ushl.sat.i8(i8 %c, i8 3)
  %pf = sitofp i8 %p to float
  %qf = uitofp i8 %q to float
  %sf = sitofp i8 %s to float
  %tf = uitofp i8 %t to float
  %v0 = insertelement <4 x float> poison, float %pf, i32 0
  %v1 = insertelement <4 x float> %v0, float %qf, i32 1
  %v2 = insertelement <4 x float> %v1, float %sf, i32 2
  %v3 = insertelement <4 x float> %v2, float %tf, i32 3
  ret <4 x float> %v3
}

declare i8 @llvm.smul.fix.i8(i8, i8, i32 immarg)
declare i8 @llvm.umul.fix.sat.i8(i8, i8, i32 immarg)
declare i8 @llvm.sshl.sat.i8(i8, i8)
declare i8 @llvm.ushl.sat.i8(i8, i8)
