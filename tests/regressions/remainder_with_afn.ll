; afn is about functions, not about arithmetic: the product in a remainder was rounded, which reassoc is needed for.
define <2 x float> @fragment(<2 x float> %a) {
  %r = frem afn <2 x float> %a, <float 0x3FB99999A0000000, float 0xC01C666660000000>
  %s = frem fast <2 x float> %a, <float 0x3FB99999A0000000, float 0xC01C666660000000>
  %t = fmul <2 x float> %s, <float 0.5, float 0.25>
  %u = fadd <2 x float> %r, %t
  ret <2 x float> %u
}
