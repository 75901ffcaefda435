; (x ^ y) & 1 of large numbers is the logic of their lowest bits; LLVM writes it so for (x & 1) ^ (y & 1), too.
define <4 x float> @fragment(float %u, float %v, float %w) {
  %x = fptosi float %u to i32
  %y = fptosi float %v to i32
  %z = fptosi float %w to i32
  %a = xor i32 %x, %y
  %b = and i32 %a, 1
  %c = xor i32 %a, %z
  %d = and i32 %c, 3
  %e = or i32 %x, %z
  %f = trunc i32 %e to i1
  %g = uitofp i32 %b to float
  %h = uitofp i32 %d to float
  %i = uitofp i1 %f to float
  %r0 = insertelement <4 x float> zeroinitializer, float %g, i32 0
  %r1 = insertelement <4 x float> %r0, float %h, i32 1
  %r2 = insertelement <4 x float> %r1, float %i, i32 2
  %s = lshr i32 %a, 2
  %t = and i32 %s, 1
  %k = uitofp i32 %t to float
  %r3 = insertelement <4 x float> %r2, float %k, i32 3
  ret <4 x float> %r3
}
