// 8 instructions, lower bound 1
# lima-pp, 8 instructions, 32 words
# v0      input arg0: float
# o0      output ret0: vec4
# u0..u3  uniform arg1: vec4[4]
# outputs: 0
    load.v $1.x 0, load.u 2, mul.s2 $1 $1.x ^u
    load.u 3, add.v1 $1 $1 ^u, mul.s2 $1 ^const0.x $1, const0 6.28 0.0 0.0 0.0
    mul.v0 $1 $1 ^const0.x, cos.s2 $1.w $1.w, const0 0.1592 0.0 0.0 0.0
    cos.s2 $1.z $1.z
    cos.s2 $1.y $1.y
    cos.s2 $1.x $1.x
    load.u 1, mul.v0 $1 ^u $1
    stop, load.u 0, add.v1 $0 ^u $1
