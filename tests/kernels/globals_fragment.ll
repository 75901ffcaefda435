; A fragment shader by globals, with a named sampler, a discard and a result written in parts.
@uv = external addrspace(1) global <2 x float>
@light = external addrspace(1) global <3 x float>
@albedo = external addrspace(4) global i32
@settings = external addrspace(2) global { float, float, <4 x float> }
@gl_FragColor = external addrspace(3) global <4 x float>

declare <4 x float> @gpucc.texture.2d(ptr addrspace(4), <2 x float>)
declare void @gpucc.discard(i1)

define void @main() {
entry:
  %at = load <2 x float>, ptr addrspace(1) @uv
  %scale = load float, ptr addrspace(2) @settings
  %s0 = insertelement <2 x float> poison, float %scale, i32 0
  %s = shufflevector <2 x float> %s0, <2 x float> poison, <2 x i32> zeroinitializer
  %scaled = fmul <2 x float> %at, %s
  %texel = call <4 x float> @gpucc.texture.2d(ptr addrspace(4) @albedo, <2 x float> %scaled)
  %alpha = extractelement <4 x float> %texel, i32 3
  %cut = load float, ptr addrspace(2) getelementptr inbounds ({ float, float, <4 x float> }, ptr addrspace(2) @settings, i32 0, i32 1)
  %gone = fcmp olt float %alpha, %cut
  call void @gpucc.discard(i1 %gone)
  %bright = load <3 x float>, ptr addrspace(1) @light
  %texel3 = shufflevector <4 x float> %texel, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %lit = fmul <3 x float> %texel3, %bright
  %glow = load <4 x float>, ptr addrspace(2) getelementptr inbounds ({ float, float, <4 x float> }, ptr addrspace(2) @settings, i32 0, i32 2)
  %wide = shufflevector <3 x float> %lit, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  %full = insertelement <4 x float> %wide, float %alpha, i32 3
  %sum = fadd <4 x float> %full, %glow
  store <4 x float> %sum, ptr addrspace(3) @gl_FragColor
  %red = extractelement <4 x float> %sum, i32 0
  %high = fcmp ogt float %red, 1.000000e+00
  br i1 %high, label %burn, label %done

burn:
  store float 1.000000e+00, ptr addrspace(3) @gl_FragColor
  br label %done

done:
  ret void
}
