// 4 instructions, lower bound 4
# lima-pp, 4 instructions, 25 words
# v0  input arg0: float
# v1  input arg1: float
# o0  output ret0: float
# u0  uniform arg2: vec2
# outputs: 0
    load.v $3.x 1, load.u 0, mov.s0 $1.y ^u.y, add.v1 $1.z $3.x -$1.y, mov.s1 $1.x ^u.x,
        mul.s2 $1.z $1.z ^const0.x, const0 2.0 0.0 0.0 0.0
    load.v $2.x 0, mul.v0 $1.y $3.x -$2.x, gt.s0 ^s0 $3.x $1.y, add.v1 $1.y $2.x -$1.x,
        sel.s1 $1.z ^s0 $1.z $1.y
    gt.s0 ^s0 $2.x $1.x, sel.s1 $1.x ^s0 $1.y $1.z
    stop, gt.s0 ^s0 -^const0.x $1.x, sel.s1 $0.x ^s0 -^const0.x $1.x, const0 1.0 0.0 0.0 0.0
