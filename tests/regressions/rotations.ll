; the bits that a rotation brings in from above are those of a negative number, too
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i16 @llvm.fshl.i16(i16, i16, i16)
define <4 x float> @vertex(i32 %a, i32 %b, i16 %c) {
  %p = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 5)
  %p0 = and i32 %p, 1023
  %q = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 3)
  %q0 = and i32 %q, 255
  %r = call i32 @llvm.fshr.i32(i32 %b, i32 %b, i32 30)
  %s = call i16 @llvm.fshl.i16(i16 %c, i16 %c, i16 4)
  %s0 = and i16 %s, 127
  %f0 = sitofp i32 %p0 to float
  %f1 = sitofp i32 %q0 to float
  %f2 = sitofp i32 %r to float
  %f3 = sitofp i16 %s0 to float
  %o0 = insertelement <4 x float> poison, float %f0, i32 0
  %o1 = insertelement <4 x float> %o0, float %f1, i32 1
  %o2 = insertelement <4 x float> %o1, float %f2, i32 2
  %o3 = insertelement <4 x float> %o2, float %f3, i32 3
  ret <4 x float> %o3
}
