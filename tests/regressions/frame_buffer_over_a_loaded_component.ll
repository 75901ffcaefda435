; Of the colour two components are read, and lima-pp writes all four: the second is no place for %w's, which is read later.
declare <4 x float> @gpucc.framebuffer.color()
declare float @gpucc.framebuffer.depth()

define <4 x float> @fragment(<4 x float> %v, <4 x float> %w) {
  %t1 = fadd <4 x float> %w, %v
  %t2 = call <4 x float> @gpucc.framebuffer.color()
  %t3 = extractelement <4 x float> %v, i32 0
  %t4 = insertelement <4 x float> %t1, float %t3, i32 1
  %t6 = fadd <4 x float> %t4, %t2
  %t10 = fmul <4 x float> %t6, %v
  %t14 = extractelement <4 x float> %w, i32 1
  %t15 = insertelement <4 x float> %t10, float %t14, i32 2
  %t16 = shufflevector <4 x float> %t10, <4 x float> %t15, <4 x i32> <i32 0, i32 3, i32 7, i32 6>
  ret <4 x float> %t16
}
