; an integer vector of uniforms of which only the lowest bits are read: its components are whole words
define <2 x float> @vertex(ptr %u) {
  %v = load <4 x i32>, ptr %u
  %x = extractelement <4 x i32> %v, i32 0
  %y = extractelement <4 x i32> %v, i32 2
  %a = and i32 %x, 255
  %b = udiv i32 %a, 5
  %c = and i32 %y, 255
  %d = urem i32 %c, 7
  %f = uitofp i32 %b to float
  %g = uitofp i32 %d to float
  %r0 = insertelement <2 x float> poison, float %f, i32 0
  %r1 = insertelement <2 x float> %r0, float %g, i32 1
  ret <2 x float> %r1
}
