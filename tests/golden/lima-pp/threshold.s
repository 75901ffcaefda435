// 2 instructions, lower bound 2
# lima-pp, 2 instructions, 15 words
# v0  input arg0: vec2
# o0  output ret0: vec4
# u0  uniform arg1: float
# s0  sampler sampler0: sampler2D
# outputs: 0
    sync, load.v ^tex_coord.xy 0.xy, texld_2d 0, mul.v0 ^v0 ^tex_sampler.xyzx ^const0.yzxy,
        mov.s0 $0.w ^tex_sampler.w, sum3.v1 $0.x ^v0.xyzx, const0 0.114 0.299 0.587 0.0
    stop, load.u 0, gt.v0 $0.xyz $0.x ^u.x, mov.s2 $0.w $0.w
