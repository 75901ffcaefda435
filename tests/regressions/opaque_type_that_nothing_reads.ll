; The layout differs from that of gpucc, so that types are measured; one that the function does not meet has no size.
target datalayout = "e-m:e-p:64:64-i64:64-f80:128-n8:16:32:64-S128"
%hidden = type opaque
@elsewhere = external global %hidden

define float @vertex(float %x) {
  %double = fmul float %x, 2.000000e+00
  ret float %double
}
