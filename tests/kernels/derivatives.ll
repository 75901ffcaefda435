; Derivatives of a vector: the slope of the texture coordinates as a colour.
declare <2 x float> @gpucc.dfdx.v2f32(<2 x float>)
declare <2 x float> @gpucc.dfdy.v2f32(<2 x float>)

define <4 x float> @derivatives(<2 x float> %uv, ptr readonly %scale) {
  %dx = call <2 x float> @gpucc.dfdx.v2f32(<2 x float> %uv)
  %dy = call <2 x float> @gpucc.dfdy.v2f32(<2 x float> %uv)
  %both = shufflevector <2 x float> %dx, <2 x float> %dy, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %s = load <4 x float>, ptr %scale, align 16
  %scaled = fmul <4 x float> %both, %s
  ret <4 x float> %scaled
}
