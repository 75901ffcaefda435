; lima-pp reads the depth into a whole register, and the varying was loaded into three of its components at the same time.
declare float @gpucc.framebuffer.depth()

define <4 x float> @fragment(<4 x float> %v) {
  %depth = call float @gpucc.framebuffer.depth()
  %r = insertelement <4 x float> %v, float %depth, i32 0
  ret <4 x float> %r
}
