// 5 instructions, lower bound 5
# lima-pp, 5 instructions, 34 words
# v0      input arg0: float
# o0      output ret0: vec4
# u0..u3  uniform arg1: vec4[4]
# outputs: 0
    load.v $3.x 0, load.u 0, add.v1 $1 $3.x ^u
    load.u 3, ge.s0 ^s0 ^const0.x $3.x, sel.v1 $2 ^s0 ^u ^const0.x, mul.s2 $3.y $3.x ^const0.y,
        const0 1.0 4.0 0.0 0.0
    load.u 2, mul.v0 ^v0 $3.y ^u, gt.s0 ^s0 ^const0.x $3.x, sel.v1 $2 ^s0 ^v0 $2, const0 0.5 0.0 0.0 0.0
    load.u 1, gt.s0 ^s0 ^const0.x $3.x, sel.v1 $2 ^s0 ^u $2, const0 0.25 0.0 0.0 0.0
    stop, gt.s0 ^s0 ^const0.x $3.x, sel.v1 $0 ^s0 $1 $2, const0 0.0 0.0 0.0 0.0
