// 6 instructions, lower bound 6
# lima-pp, 6 instructions, 34 words
# v0  input arg0: float
# v1  input arg1: float
# o0  output arg3: vec4
# u0  uniform arg2: vec4
# outputs: 0
    load.v $1.x 1
    load.v $2.x 0, mul.v0 $1.x $1.x $1.x, mul.s0 ^s0 $2.x $2.x, add.s1 $1.x ^s0 $1.x, sqrt.s2 $1.x $1.x
    load.u 0, mul.s0 ^s0 $1.x ^u.x, add.s1 $1.x ^s0 ^u.y
    mul.s0 $1.x $1.x ^const0.x, sin.s2 $1.x $1.x, const0 0.1592 0.0 0.0 0.0
    mul.s0 ^s0 $1.x ^const0.x, add.s1 $0.x ^s0 ^const0.x, const0 0.5 0.0 0.0 0.0
    stop, load.u 0, gt.s0 ^s0 $0.x ^u.w, mov.v1 $0.w ^const0.x, sel.s1 $0.z ^s0 ^u.w $0.x,
        mul.s2 $0.y ^u.z $0.x, const0 1.0 0.0 0.0 0.0
