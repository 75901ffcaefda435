; A texture read with a constant bias towards blurred levels, and a projection by the third coordinate.
declare <4 x float> @gpucc.texture.2d.bias(i32, <2 x float>, float)
declare <4 x float> @gpucc.texture.2d.proj(i32, <3 x float>)

define <4 x float> @biased(<2 x float> %uv, <3 x float> %shadow) {
  %soft = call <4 x float> @gpucc.texture.2d.bias(i32 0, <2 x float> %uv, float 1.500000e+00)
  %shade = call <4 x float> @gpucc.texture.2d.proj(i32 1, <3 x float> %shadow)
  %product = fmul <4 x float> %soft, %shade
  ret <4 x float> %product
}
