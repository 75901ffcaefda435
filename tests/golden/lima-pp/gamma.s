// 19 instructions, lower bound 1
# lima-pp, 19 instructions, 162 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# u0  uniform arg1: float
# outputs: 0
    load.v $1.z 0, mov_pos.s0 ^s0 $1.z, add.s1 $0.z ^s0 ^const0.x, rcp.s2 $1.y $0.z, const0 0.001 0.0 0.0 0.0
    log2.s2 $1.w $0.z
    load.v $0.y 0, load.u 0, mov_pos.v0 ^v0 $0.y, mul.s0 $1.z ^u.x ^const0.y, add.v1 $0.y ^v0.x ^const0.x,
        floor.s1 $2.x $1.z, rcp.s2 $3.y $0.y, const0 0.001 0.5 0.0 0.0
    load.v $1.x 0, load.u 0, mov_pos.s0 ^s0 $1.x, floor.v1 $2.w ^u.x, add.s1 $0.x ^s0 ^const0.x,
        log2.s2 $3.z $0.y, const0 0.001 0.0 0.0 0.0
    load.u 0, eq.v0 $0.w ^u_abs.x ^const0.x, ne.s0 $1.x $0.z ^const0.y, ne.v1 $3.x $0.z $0.z,
        eq.s1 $3.w $0.z ^const0.x, rcp.s2 $5.y $0.x, const0 inf 1.0 0.0 0.0
    ge.v0 $5.x $0.z ^const0.x, ne.s0 $2.z $0.y $0.y, eq.v1 $4.x $0.y ^const0.y, ge.s1 $5.z $0.y ^const0.x,
        log2.s2 $4.y $0.x, const0 0.0 inf 0.0 0.0
    load.u 0, eq.v0 $1.z $1.z $2.x, ne.s0 $2.y $0.x $0.x, eq.v1 $4.z $0.x ^const0.x, add.s1 $2.x $0.z $1.y,
        mul.s2 $4.w ^u.x $1.w, const0 inf 0.0 0.0 0.0
    load.u 0, ne.v0 $2.w ^u.x $2.w, ge.s0 $5.w $0.x ^const0.x, add.v1 $1.w $0.y $3.y, add.s1 $1.y $0.x $5.y,
        mul.s2 $3.z ^u.x $3.z, const0 0.0 0.0 0.0 0.0
    load.u 0, ge.v0 $3.y $5.x $2.w, ge.s0 $5.x $5.z $2.w, ge.v1 $3.w $5.w $2.w, max.s1 $5.y $3.y $3.w,
        mul.s2 $3.y ^u.x $4.y
    max.v0 $4.x $5.x $4.x, max.s0 ^s0 $5.y $0.w, max.v1 $3.w $3.w $4.z, add.s1 $4.y ^s0_abs $3_abs.x,
        exp2.s2 $3.x $4.w
    max.v0 ^v0 $4.x $0.w, mov.s0 ^s0 $4.y, add.v1 $4.x ^v0_abs.x $2_abs.z, sel.s1 $3.x ^s0 $3.x ^const0.x,
        exp2.s2 $2.z $3.z, const0 0x7e00 0.0 0.0 0.0
    max.v0 ^v0 $3.w $0.w, mov.s0 ^s0 $4.x, add.v1 $2.y ^v0_abs.x $2_abs.y, sel.s1 $2.z ^s0 $2.z ^const0.x,
        exp2.s2 $3.y $3.y, const0 0x7e00 0.0 0.0 0.0
    max.v0 $2.y $2.w $1.z, mov.s0 ^s0 $2.y, gt.v1 $2.x ^const0.y $2.x, sel.s1 $1.z ^s0 $3.y ^const0.x,
        const0 0x7e00 0.0 0.0 0.0
    eq.v0 $0.z $0.z ^const0.y, gt.s0 ^s0 $2.x $2.y, gt.v1 $2.x ^const0.x $1.w, sel.s1 $1.w ^s0 -$3.x $3.x,
        const0 0.0 1.0 0.0 0.0
    ne.v0 $2.x $0.y ^const0.y, gt.s0 ^s0 $2.x $2.y, gt.v1 $2.z ^const0.x $1.y, sel.s1 $1.y ^s0 -$2.z $2.z,
        const0 0.0 1.0 0.0 0.0
    load.u 0, and.v0 $2.y ^u.x $1.x, gt.s0 ^s0 $2.z $2.y, eq.v1 $1.z $0.y ^const0.x,
        sel.s1 $1.x ^s0 -$1.z $1.z, mul.s2 $2.z $0.z $0.w, const0 1.0 0.0 0.0 0.0
    load.u 0, and.v0 $0.y ^u.x $2.x, ge.s0 ^s0 $2.z $2.y, ne.v1 $1.w $0.x ^const0.x,
        sel.s1 $0.z ^s0 ^const0.x $1.w, mul.s2 $1.z $1.z $0.w, const0 1.0 0.0 0.0 0.0
    load.u 0, and.v0 $1.z ^u.x $1.w, ge.s0 ^s0 $1.z $0.y, eq.v1 $0.x $0.x ^const0.x,
        sel.s1 $0.y ^s0 ^const0.x $1.y, mul.s2 $0.x $0.x $0.w, const0 1.0 0.0 0.0 0.0
    stop, load.v $0.w 0, ge.s0 ^s0 $0.x $1.z, sel.s1 $0.x ^s0 ^const0.x $1.x, const0 1.0 0.0 0.0 0.0
