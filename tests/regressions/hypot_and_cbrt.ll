declare float @hypotf(float, float)
declare float @cbrtf(float)
define <4 x float> @vertex(<4 x float> %p, float %a, float %b) {
  %x = call float @hypotf(float %a, float %b)
  %y = call float @cbrtf(float %a)
  %q = insertelement <4 x float> %p, float %x, i32 0
  %r = insertelement <4 x float> %q, float %y, i32 1
  ret <4 x float> %r
}
