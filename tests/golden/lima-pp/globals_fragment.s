// 5 instructions, lower bound 5
# lima-pp, 5 instructions, 34 words
# v0      input uv: vec2
# v1      input light: vec3
# o0      output gl_FragColor: vec4
# u0..u1  uniform settings: vec4[2]
# s0      sampler albedo: sampler2D
# outputs: 0
    load.v $1.xyz 1
    load.v $2.xy 0, load.u 0, mov.s0 $1.w ^u.y, mul.s2 $2.xy ^u.x $2.xyx
    sync, load.v ^tex_coord.xy $2.xyx, texld_2d 0, load.u 1, mul.v0 $0.xyz $1.yzx ^tex_sampler.yzx,
        add.v1 $0.w ^u.w ^tex_sampler.w, add.s1 $0.z ^u.x $0.z, mov.s2 $1.x ^tex_sampler.w,
        branch_lt $1.x $1.w L0
    stop, load.u 1, gt.s0 ^s0 $0.z ^const0.x, add.v1 $0.yz ^u.yyzy $0.xxyx, sel.s1 $0.x ^s0 ^const0.x $0.z,
        const0 1.0 0.0 0.0 0.0
L0:
    stop, discard
