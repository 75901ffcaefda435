// 5 instructions, lower bound 5
# lima-pp, 5 instructions, 31 words
# v0      input value: vec4
# v1      input weight: vec4
# o0      output out: vec4
# u0..u1  uniform bias: vec4[2]
# outputs: 0
    load.u 0, mov_pos.s0 ^s0 ^u.x, max.s1 $1.x ^s0 ^u.y
    load.u 0, max.s0 ^s0 $1.x ^u.z, max.s1 $2.x ^s0 ^u.w
    load.v $1 0, load.u 1, max.s1 $3.x $2.x ^u.x
    load.v $2 1, load.u 1, mul.v0 ^v0 $1 $2, max.s0 ^s0 $3.x ^u.y, sum4.v1 $0.x ^v0, max.s1 $0.y ^s0 ^u.z
    stop, load.u 1, max.s0 $0.y $0.y ^u.w, max.s1 $0.z $0.x $0.y, mov.s2 $0.w ^const0.x,
        const0 1.0 0.0 0.0 0.0
