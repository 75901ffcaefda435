// 5 instructions, lower bound 5
# lima-pp, 5 instructions, 36 words
# v0      input uv: vec2
# v1      input light: vec3
# o0      output gl_FragColor: vec4
# u0..u1  uniform settings: vec4[2]
# s0      sampler albedo: sampler2D
# outputs: 0
    load.v $0.xyz 1
    load.v $1.xy 0, load.u 0, mov.s0 $1.z ^u.y, mul.s2 $1.xy ^u.x $1.xyx
    sync, load.v ^tex_coord.xy $1.xyx, texld_2d 0, load.u 1, mov.v0 $1.xy ^tex_sampler.yzy,
        mul.s0 $1.w $0.x ^tex_sampler.x, add.v1 $1.w ^u.x $1.w, add.s1 $0.w ^u.w ^tex_sampler.w,
        mov.s2 $0.x ^tex_sampler.w, branch_lt $0.x $1.z L0
    stop, load.u 1, mul.v0 ^v0 $0.yzy $1.xyx, gt.s0 ^s0 $1.w ^const0.x, add.v1 $0.yz ^v0.xxyx ^u.yyzy,
        sel.s1 $0.x ^s0 ^const0.x $1.w, const0 1.0 0.0 0.0 0.0
L0:
    stop, discard
