// 6 instructions, lower bound 6
# lima-pp, 6 instructions, 36 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# v2  input arg2: float
# o0  output ret0: vec4
# outputs: 0
    load.v $1.x 2, mov_int.s2 $3.x $1.x
    load.v $1 1, mul.s0 ^s0 $3.x ^const0.x, floor.s1 $3.y ^s0, const0 0.25 0.0 0.0 0.0
    load.v $2 0, mul.s0 ^s0 $3.y ^const0.x, add.v1 $4 $2 -$1, add.s1 $5.x -^s0 $3.x, const0 4.0 0.0 0.0 0.0
    gt.s0 ^s0 ^const0.x $5.x, sel.v1 $3 ^s0 $2 $1, const0 1.0 0.0 0.0 0.0
    mul.v0 ^v0 $2 $1, gt.s0 ^s0 ^const0.x $5.x, sel.v1 $1 ^s0 ^v0 $4, const0 3.0 0.0 0.0 0.0
    stop, gt.s0 ^s0 ^const0.x $5.x, sel.v1 $0 ^s0 $3 $1, const0 2.0 0.0 0.0 0.0
