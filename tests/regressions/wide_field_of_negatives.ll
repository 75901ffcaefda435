; Fields without a sign that are wider than the exact numbers of some formats. A negative number has a large field there,
; which comparisons took for a small one.
define <4 x float> @k(i32 %n, i32 %m) {
  %up = shl i32 %n, 15
  %down = lshr i32 %up, 16
  %small = icmp ult i32 %down, 127
  %both = and i32 %n, %m
  %twenty = shl i32 %both, 12
  %field = lshr i32 %twenty, 12
  %large = icmp uge i32 %field, 255
  %a = uitofp i1 %small to float
  %b = uitofp i1 %large to float
  %first = insertelement <4 x float> zeroinitializer, float %a, i64 0
  %color = insertelement <4 x float> %first, float %b, i64 1
  ret <4 x float> %color
}
