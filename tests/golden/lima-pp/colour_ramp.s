// 5 instructions, lower bound 1
# lima-pp, 5 instructions, 39 words
# v0      input arg0: vec4
# v1      input arg1: vec2
# o0      output ret0: vec4
# u0..u1  uniform arg2: vec4[2]
# outputs: 0
    load.v $1.x 1, add.s1 $1.x $1.x -^const0.x, const0 0.25 0.0 0.0 0.0
    load.u 0, mul_sat.s0 $3.x $1.x ^const0.x, mov.v1 $2 ^u, const0 2.0 0.0 0.0 0.0
    load.v $1 0, load.u 1, mul.v0 $3.y $3.x ^const0.y, mul.s0 $3.x $3.x $3.x, add.v1 $2 ^u -$2,
        add.s1 $3.y ^const0.x -$3.y, mul.s2 $3.x $3.x $3.y, const0 3.0 2.0 0.0 0.0
    load.v $3.y 1, load.u 0, mul.v0 ^v0 $3.x $2, ge.s0 $3.x $3.y ^const0.y, add.v1 $2 ^v0 ^u,
        add.s1 $3.y ^const0.x -$3.x, mul.s2 $1 $3.y $1, const0 1.0 0.5 0.0 0.0
    stop, mul.v0 ^v0 $3.x $2, add_sat.v1 $0 ^v0 $1
