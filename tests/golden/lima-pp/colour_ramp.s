// 5 instructions, lower bound 4
# lima-pp, 5 instructions, 37 words
# v0      input arg0: vec4
# v1      input arg1: vec2
# o0      output ret0: vec4
# u0..u1  uniform arg2: vec4[2]
# outputs: 0
    load.v $4.xy 1, add.s1 $4.x $4.x -^const0.x, const0 0.25 0.0 0.0 0.0
    load.u 0, mov.v0 $1 ^u.wzyx, mul_sat.s0 $4.x $4.x ^const0.x, const0 2.0 0.0 0.0 0.0
    load.u 1, mul.v0 $4.z $4.x ^const0.y, mul.s0 $4.x $4.x $4.x, add.v1 $2 ^u -$1.wzyx,
        add.s1 $4.z ^const0.x -$4.z, mul.s2 $4.x $4.x $4.z, const0 3.0 2.0 0.0 0.0
    load.v $3 0, mul.v0 ^v0 $4.x $2, ge.s0 $4.x $4.y ^const0.y, add.v1 $2 ^v0 $1.wzyx,
        add.s1 $4.y ^const0.x -$4.x, mul.s2 $1 $4.y $3, const0 1.0 0.5 0.0 0.0
    stop, mul.v0 ^v0 $4.x $2, add_sat.v1 $0 ^v0 $1
