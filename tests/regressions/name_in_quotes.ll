; A name with quotes of its own was taken for one that is quoted already.
define <4 x float> @auto(<4 x float> %auto, ptr readonly dereferenceable(16) %"\22quoted\22") {
  %l = load <4 x float>, ptr %"\22quoted\22", align 16
  %r = fadd <4 x float> %l, %auto
  ret <4 x float> %r
}

