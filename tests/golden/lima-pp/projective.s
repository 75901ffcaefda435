// 3 instructions, lower bound 3
# lima-pp, 3 instructions, 15 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# o0  output ret0: vec4
# s2  sampler sampler2: sampler2D
# outputs: 0
    load.v $1 1
    load.v $2.w 0, gt.s0 $2.x $2.w ^const0.x, const0 0.0 0.0 0.0 0.0
    stop, sync, load.v ^tex_coord 0_dw, texld_2d 2, mul.v0 ^v0 $2.x ^tex_sampler, add.v1 $0 ^v0 $1
