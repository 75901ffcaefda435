// 7 instructions, lower bound 7
# lima-pp, 7 instructions, 43 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# v2  input arg2: float
# o0  output ret0: vec4
# outputs: 0
    load.v $1.x 2, mov_int.s2 $2.x $1.x
    load.v $1 1, mul.s0 ^s0 $2.x ^const0.x, floor.s1 $2.y ^s0, const0 0.25 0.0 0.0 0.0
    load.v $3 0, mul.s0 ^s0 $2.y ^const0.x, add.v1 $2 $3 -$1, add.s1 $5.x -^s0 $2.x, const0 4.0 0.0 0.0 0.0
    gt.v0 ^v0 ^const0.x $5.x, gt.s0 ^s0 ^const0.y $5.x, add.v1 $5.z -^v0.x ^const0.x,
        add.s1 $5.y -^s0 ^const0.x, const0 1.0 3.0 0.0 0.0
    mul.v0 $4 $3 $1, mov.s0 ^s0 $5.z, sel.v1 $1.xyz ^s0 $1.xzwx $3.xzwx, sel.s1 $1.w ^s0 $1.y $3.y
    gt.v0 $3.x ^const0.y $5.x, mov.s0 ^s0 $5.y, sel.v1 $2 ^s0 $2 $4, add.s1 $3.x ^const0.x -$3.x,
        const0 1.0 2.0 0.0 0.0
    stop, mov.s0 ^s0 $3.x, sel.v1 $0 ^s0 $2 $1.xwyz
