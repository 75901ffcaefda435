// 5 instructions, lower bound 5
# lima-pp, 5 instructions, 30 words
# v0      input value: vec4
# v1      input weight: vec4
# o0      output out: vec4
# u0..u1  uniform bias: vec4[2]
# outputs: 0
    load.u 0, mov.v1 $2 ^u.wzyx, mov_pos.s2 $2.w $2.w
    max.s0 ^s0 $2.w $2.z, max.s1 $2.y ^s0 $2.y
    load.v $1 1, load.u 1, max.s0 ^s0 $2.y $2.x, max.s1 $3.x ^s0 ^u.x
    load.v $2 0, load.u 1, mul.v0 ^v0 $2 $1, max.s0 ^s0 $3.x ^u.y, sum4.v1 $0.x ^v0, max.s1 $0.y ^s0 ^u.z
    stop, load.u 1, max.s0 $0.y $0.y ^u.w, max.s1 $0.z $0.x $0.y, mov.s2 $0.w ^const0.x,
        const0 1.0 0.0 0.0 0.0
