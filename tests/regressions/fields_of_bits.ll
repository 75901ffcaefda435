; Fields of six and eight bits: LLVM moves the shift up into the product, or drops the shift back before the comparison.
define <4 x float> @vertex(i32 %x, i32 %y) {
  %a = and i32 %x, 7
  %b = and i32 %y, 7
  %product = mul i32 %a, %b
  %up = shl i32 %product, 26
  %field = ashr i32 %up, 26
  %first = sitofp i32 %field to float
  %x6 = shl i32 %x, 26
  %y6 = shl i32 %y, 26
  %xf = ashr i32 %x6, 26
  %yf = ashr i32 %y6, 26
  %less = icmp slt i32 %xf, %yf
  %second = select i1 %less, float 1.0, float 7.0
  %times = mul i32 %x, 12
  %high = shl i32 %times, 24
  %byte = ashr i32 %high, 24
  %third = sitofp i32 %byte to float
  %v0 = insertelement <4 x float> zeroinitializer, float %first, i32 0
  %v1 = insertelement <4 x float> %v0, float %second, i32 1
  %v2 = insertelement <4 x float> %v1, float %third, i32 2
  ret <4 x float> %v2
}
