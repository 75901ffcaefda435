; Which NaN arithmetic gives is open, also where its bits are compared behind a choice, or as an element of a vector.
define float @k(<4 x float> %v, float %x, float %y, float %z) {
  %m = fsub float %x, %y
  %q = fcmp olt float %z, 0.0
  %n = select i1 %q, float %z, float %m
  %b = bitcast float %n to i32
  %c = icmp sgt i32 %b, 2139095040
  %w = fsub <4 x float> %v, %v
  %d = bitcast <4 x float> %w to <4 x i32>
  %e = extractelement <4 x i32> %d, i32 1
  %f = icmp slt i32 %e, 0
  %r = select i1 %c, float 2.0, float %x
  %s = select i1 %f, float 3.0, float %r
  ret float %s
}
