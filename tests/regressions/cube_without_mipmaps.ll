; Later players insist on mipmaps for cubes (rule 3704): that is what a cube is sampled with unless told otherwise.
declare <4 x float> @gpucc.texture.cube(i32, <3 x float>)
define <4 x float> @fragment(<3 x float> %direction) {
  %r = call <4 x float> @gpucc.texture.cube(i32 0, <3 x float> %direction)
  ret <4 x float> %r
}
