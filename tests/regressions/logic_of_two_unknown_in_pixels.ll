; Bit logic of two numbers of which nothing is known, read as numbers. In a fragment program.
define <4 x float> @fragment(i32 %a, i32 %b) {
  %x = xor i32 %a, %b
  %y = and i32 %a, %b
  %z = or i32 %a, %b
  %fx = sitofp i32 %x to float
  %fy = sitofp i32 %y to float
  %fz = sitofp i32 %z to float
  %r0 = insertelement <4 x float> poison, float %fx, i32 0
  %r1 = insertelement <4 x float> %r0, float %fy, i32 1
  %r2 = insertelement <4 x float> %r1, float %fz, i32 2
  %r3 = insertelement <4 x float> %r2, float 1.0, i32 3
  ret <4 x float> %r3
}
