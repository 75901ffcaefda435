; The remainder by a number that halves or 24 bits round was that of two numbers: its halves were folded in float32.
define <2 x float> @fragment(<2 x float> %a) {
  %r = frem <2 x float> %a, <float 0x3FB99999A0000000, float 0xC01C666660000000>
  ret <2 x float> %r
}
