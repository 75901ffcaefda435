; elements of an integer vector of uniforms that are narrowed: LLVM would see the vector as bytes
define <2 x float> @vertex(ptr %u) {
  %v = load <2 x i32>, ptr %u
  %x = extractelement <2 x i32> %v, i32 0
  %y = extractelement <2 x i32> %v, i32 1
  %a = trunc i32 %x to i8
  %b = trunc i32 %y to i16
  %f = sitofp i8 %a to float
  %g = uitofp i16 %b to float
  %r0 = insertelement <2 x float> poison, float %f, i32 0
  %r1 = insertelement <2 x float> %r0, float %g, i32 1
  ret <2 x float> %r1
}
