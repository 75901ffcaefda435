// 7 instructions, lower bound 6
# lima-pp, 7 instructions, 32 words
# v0      input arg0: float
# o0      output ret0: vec4
# u0..u3  uniform arg1: vec4[4]
# outputs: 0
    load.v $1.x 0, load.u 2, mul.s2 $1 $1.x ^u
    load.u 3, add.v1 $1 $1 ^u, mul.s2 $1 ^const0.x $1, const0 6.28 0.0 0.0 0.0
    mul.v0 $1 $1 ^const0.x, cos.s2 $1.z $1.z, const0 0.1592 0.0 0.0 0.0
    cos.s2 $1.y $1.y
    cos.s2 $1.w $1.w
    load.u 0, mov.v0 $2 ^u.wzyx, cos.s2 $1.x $1.x
    stop, load.u 1, mul.v0 ^v0 ^u $1, add.v1 $0 ^v0 $2.wzyx
