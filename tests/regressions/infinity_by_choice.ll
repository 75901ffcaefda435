; A target without select blends; an infinity or NaN that is written down must not reach the lanes that chose otherwise.
define { <4 x float>, <4 x float> } @vertex(<4 x float> %p) {
  %x = extractelement <4 x float> %p, i32 0
  %y = extractelement <4 x float> %p, i32 1
  %low = fcmp olt float %x, 0.0
  %far = select i1 %low, float 0x7FF0000000000000, float %x
  %deep = select i1 %low, float %y, float 0xFFF0000000000000
  %either = select i1 %low, float 0x7FF0000000000000, float 0xFFF0000000000000
  %none = select i1 %low, float 0x7FF8000000000000, float %y
  %number = fcmp uno float %x, 0.0
  %unit = call float @llvm.copysign.f32(float 1.0, float %x)
  %signum = select i1 %number, float 0x7FF8000000000000, float %unit
  %length = call float @hypotf(float %x, float %y)
  %a = insertelement <4 x float> poison, float %far, i32 0
  %b = insertelement <4 x float> %a, float %deep, i32 1
  %c = insertelement <4 x float> %b, float %either, i32 2
  %d = insertelement <4 x float> %c, float %none, i32 3
  %e = insertelement <4 x float> <float 0.0, float 0.0, float 0.0, float 1.0>, float %signum, i32 0
  %f = insertelement <4 x float> %e, float %length, i32 1
  %s = insertvalue { <4 x float>, <4 x float> } poison, <4 x float> %d, 0
  %t = insertvalue { <4 x float>, <4 x float> } %s, <4 x float> %f, 1
  ret { <4 x float>, <4 x float> } %t
}
declare float @llvm.copysign.f32(float, float)
declare float @hypotf(float, float)
