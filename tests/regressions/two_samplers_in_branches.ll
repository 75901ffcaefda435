; LLVM made one access of the two and chose the sampler, which no target can
declare <4 x float> @gpucc.texture.2d(ptr addrspace(4), <2 x float>)
@from = external addrspace(4) global i8
@to = external addrspace(4) global i8

define <4 x float> @fragment(<2 x float> %uv, ptr readonly %progress) {
  %edge = load float, ptr %progress
  %x = extractelement <2 x float> %uv, i32 0
  %past = fcmp olt float %x, %edge
  br i1 %past, label %after, label %before

after:
  %new = call <4 x float> @gpucc.texture.2d(ptr addrspace(4) @to, <2 x float> %uv)
  br label %end

before:
  %old = call <4 x float> @gpucc.texture.2d(ptr addrspace(4) @from, <2 x float> %uv)
  br label %end

end:
  %colour = phi <4 x float> [ %new, %after ], [ %old, %before ]
  ret <4 x float> %colour
}
