// 8 instructions, lower bound 8
# lima-pp, 8 instructions, 60 words
# v0      input arg0: float
# v1      input arg1: int
# o0      output arg3: vec4
# u0..u1  uniform arg2: vec4[2]
# outputs: 0
    load.v $1.x 1, mul.s0 ^s0 $1.x ^const0.x, floor.s1 $1.y ^s0, const0 0.25 0.0 0.0 0.0
    mul.s0 ^s0 $1.y ^const0.x, add.s1 $1.z -^s0 $1.x, const0 4.0 0.0 0.0 0.0
    load.u 0, gt.s0 ^s0 ^const0.x $1.z, sel.s1 $1.y ^s0 ^u.z ^u.w, const0 3.0 0.0 0.0 0.0
    load.u 0, gt.s0 ^s0 ^const0.x $1.z, add.v1 $1.w $1.z ^const0.y, sel.s1 $1.x ^s0 ^u.x ^u.y,
        const0 1.0 4.0 0.0 0.0
    gt.s0 ^s0 ^const0.y $1.z, sel.v1 $0.y ^s0 $1.x $1.y, add.s1 $1.y $1.w -^const0.x, const0 4.0 2.0 0.0 0.0
    load.v $1.x 0, load.u 1, gt.s0 ^s0 ^const0.x $1.y, add.v1 $1.z $1.x ^const0.y, sel.s1 $0.w ^s0 ^u.z ^u.w,
        rcp.s2 $0.x $1.z, const0 3.0 2.0 0.0 0.0
    load.u 1, mul.v0 $1.x $1.x $0.y, gt.s0 ^s0 ^const0.x $1.y, sel.s1 $0.z ^s0 ^u.x ^u.y,
        mul.s2 $0.x $1.x $0.x, const0 1.0 0.0 0.0 0.0
    stop, mul.v0 $0.y $0.x $0.x, gt.s0 ^s0 ^const0.x $1.y, sel.s1 $0.z ^s0 $0.z $0.w, mov.s2 $0.w ^const0.y,
        const0 2.0 1.0 0.0 0.0
