; Bits compared with constants that narrow formats do not hold: the float next to 1, one below all halves, and equality.
; The results are those of the bits as they are, not of constants rounded to the format.
define <4 x float> @shader(float %x, float %y) {
  %f = call float @llvm.floor.f32(float %y)
  %b = bitcast float %f to i32
  %c = icmp sgt i32 %b, 1065353215
  %r = uitofp i1 %c to float
  %d = icmp slt i32 %b, 1065353217
  %s = uitofp i1 %d to float
  %a = bitcast float %x to i32
  %e = icmp sgt i32 %a, 411041792
  %t = uitofp i1 %e to float
  %g = icmp eq i32 %b, 1065353217
  %u = uitofp i1 %g to float
  %r0 = insertelement <4 x float> poison, float %r, i32 0
  %r1 = insertelement <4 x float> %r0, float %s, i32 1
  %r2 = insertelement <4 x float> %r1, float %t, i32 2
  %r3 = insertelement <4 x float> %r2, float %u, i32 3
  ret <4 x float> %r3
}
declare float @llvm.floor.f32(float)
