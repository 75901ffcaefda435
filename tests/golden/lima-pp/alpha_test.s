// 4 instructions, lower bound 4
# lima-pp, 4 instructions, 18 words
# v0  input arg0: vec2
# v1  input arg1: vec4
# o0  output ret0: vec4
# u0  uniform arg2: float
# s0  sampler sampler0: sampler2D
# outputs: 0
    load.v $1 1
    sync, load.v ^tex_coord.xy 0.xy, texld_2d 0, load.u 0, mul.v0 $0 $1 ^tex_sampler, mov.s2 $1.x ^u.x,
        branch_lt $0.w $1.x L0
    stop
L0:
    stop, discard
