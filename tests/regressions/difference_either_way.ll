; LLVM makes a select of a branch and keeps `nuw` on the side that is not taken, as it keeps `exact` and the range of fptosi
define <4 x float> @vertex(i32 %k, i32 %n, float %a, float %b) {
  %m = and i32 %k, 15
  %c = icmp ugt i32 %m, 8
  %x = add nsw i32 %m, -8
  %y = sub nuw nsw i32 8, %m
  %s = select i1 %c, i32 %x, i32 %y
  %p = fcmp ogt float %a, 1.0
  %q = fcmp olt float %a, 0.0
  %t = fmul float %a, 255.0
  %u = fptoui float %t to i8
  %v = select i1 %q, i8 0, i8 %u
  %w = select i1 %p, i8 -1, i8 %v
  %l = and i32 %n, 15
  %d = icmp ult i32 %l, 8
  %e = lshr exact i32 128, %l
  %f = icmp ugt i32 %e, 5
  %g = select i1 %d, i1 %f, i1 false
  %f0 = sitofp i32 %s to float
  %f1 = uitofp i8 %w to float
  %f2 = uitofp i1 %g to float
  %o0 = insertelement <4 x float> poison, float %f0, i32 0
  %o1 = insertelement <4 x float> %o0, float %f1, i32 1
  %o2 = insertelement <4 x float> %o1, float %f2, i32 2
  %o3 = insertelement <4 x float> %o2, float %b, i32 3
  ret <4 x float> %o3
}
