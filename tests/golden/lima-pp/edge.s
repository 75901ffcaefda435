// 4 instructions, lower bound 4
# lima-pp, 4 instructions, 24 words
# v0  input arg0: vec2
# o0  output ret0: vec4
# u0  uniform arg1: float
# u1  uniform gl_FbWposYTransform: vec4
# s0  sampler sampler0: sampler2D
# outputs: 0
    sync, load.v ^tex_coord.xy 0.xy, texld_2d 0, mov.v0 $1 ^tex_sampler, sum3.v1 $2.x ^tex_sampler.xyzx
    sync, dfdy.v1 $2.y $2.x -$2.x, dfdx.s1 $2.x $2.x -$2.x
    load.u 1, mul.s0 ^s0 $2.y ^u.x, add.s1 $2.x ^s0_abs $2_abs.x
    stop, load.u 0, mul.s0 ^s0 ^u.x $2.x, add_sat.s1 $2.x -^s0 ^const0.x, mul.s2 $0 $2.x $1,
        const0 1.0 0.0 0.0 0.0
