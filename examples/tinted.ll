; A fragment shader written by hand: the interface stands in globals, so all names are kept.
;
;   gpucc tinted.ll --isa agal -o tinted.agal
;   gpucc tinted.ll --isa agal -o tinted.h
;   gpucc render tinted.ll --isa agal --texture picture=photo.png --uniform tint=1,0.8,0.6,1 -o tinted.png

@uv = external addrspace(1) global <2 x float>
@tint = external addrspace(2) global <4 x float>
@gl_FragColor = external addrspace(3) global <4 x float>
@picture = external addrspace(4) global i32

declare <4 x float> @gpucc.texture.2d(ptr addrspace(4), <2 x float>)

define void @main() {
  %at = load <2 x float>, ptr addrspace(1) @uv
  %texel = call <4 x float> @gpucc.texture.2d(ptr addrspace(4) @picture, <2 x float> %at)
  %tint = load <4 x float>, ptr addrspace(2) @tint
  %colour = fmul <4 x float> %texel, %tint
  store <4 x float> %colour, ptr addrspace(3) @gl_FragColor
  ret void
}
