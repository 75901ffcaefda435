// 18 instructions, lower bound 13
# lima-pp, 18 instructions, 148 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# u0  uniform arg1: float
# outputs: 0
    load.v $0 0, load.u 0, mov.v0 $1.x ^u.x, mov_pos.s0 $0.x $0.x, add.v1 $0.x $0.x ^const0.x,
        floor.s1 $1.y $1.x, const0 0.001 0.0 0.0 0.0
    mov_pos.s0 ^s0 $0.z, ne.v1 $1.w $1.x $1.y, add.s1 $0.z ^s0 ^const0.x, const0 0.001 0.0 0.0 0.0
    eq.v0 $2.w $0.z ^const0.y, mov_pos.s0 ^s0 $0.y, ne.v1 $2.y $0.z $0.z, add.s1 $0.y ^s0 ^const0.x,
        rcp.s2 $1.y $0.z, const0 0.001 inf 0.0 0.0
    eq.v0 $1.z $0.z ^const0.y, eq.s0 $2.z $0.y ^const0.x, add.v1 $2.x $0.z $1.y,
        eq.s1 $1.y $1_abs.x ^const0.x, log2.s2 $3.x $0.x, const0 inf 1.0 0.0 0.0
    eq.v0 $3.w $0.x ^const0.y, ge.s0 $3.y $0.z ^const0.x, ge.v1 $4.x $3.y $1.w, ge.s1 $3.z $0.x ^const0.x,
        log2.s2 $3.y $0.z, const0 0.0 inf 0.0 0.0
    max.v0 $3.z $4.x $2.w, ge.s0 ^s0 $3.z $1.w, ne.v1 $3.w $0.x $0.x, max.s1 $4.x ^s0 $3.w,
        mul.s2 $2.w $1.x $3.x
    max.v0 ^v0 $4.x $1.y, ge.s0 ^s0 $0.y ^const0.x, add.v1 $3.x ^v0_abs.x $3_abs.w, ge.s1 $4.x ^s0 $1.w,
        mul.s2 $3.w $1.x ^const0.y, const0 0.0 0.5 0.0 0.0
    max.v0 $2.z $4.x $2.z, max.s0 $3.z $3.z $1.y, add.v1 $2.y $3_abs.z $2_abs.y, floor.s1 $3.z $3.w,
        rcp.s2 $4.x $0.x
    mul.v0 $4.y $1.x $3.y, eq.s0 $3.z $3.w $3.z, ne.v1 $3.w $0.x ^const0.x, add.s1 $3.y $0.x $4.x,
        exp2.s2 $4.x $4.y, const0 1.0 0.0 0.0 0.0
    and.v0 $2.y $1.x $3.w, mov.s0 ^s0 $2.y, gt.v1 $3.y ^const0.y $3.y, sel.s1 $3.w ^s0 $4.x ^const0.x,
        exp2.s2 $2.w $2.w, const0 0x7e00 0.0 0.0 0.0
    max.v0 $1.w $1.w $3.z, mov.s0 ^s0 $3.x, gt.v1 $2.x ^const0.y $2.x, sel.s1 $3.x ^s0 $2.w ^const0.x,
        rcp.s2 $2.w $0.y, const0 0x7e00 0.0 0.0 0.0
    ne.v0 $3.z $0.y $0.y, gt.s0 ^s0 $2.x $1.w, max.v1 $2.z $2.z $1.y, sel.s1 $2.x ^s0 -$3.w $3.w,
        log2.s2 $3.w $0.y
    mul.v0 $3.w $1.x $3.w, gt.s0 ^s0 $3.y $1.w, add.v1 $3.y $2_abs.z $3_abs.z, sel.s1 $2.z ^s0 -$3.x $3.x,
        exp2.s2 $3.x $3.w
    eq.v0 $3.y $0.x ^const0.y, mov.s0 ^s0 $3.y, add.v1 $0.x $0.y $2.w, sel.s1 $2.w ^s0 $3.x ^const0.x,
        mul.s2 $3.x $3.y $1.y, const0 0x7e00 1.0 0.0 0.0
    ne.v0 $2.y $0.z ^const0.x, ge.s0 ^s0 $3.x $2.y, gt.v1 $2.z ^const0.y $0.x,
        sel.s1 $0.x ^s0 ^const0.x $2.z, const0 1.0 0.0 0.0 0.0
    and.v0 $0.z $1.x $2.y, gt.s0 ^s0 $2.z $1.w, ne.v1 $2.y $0.y ^const0.x, sel.s1 $1.w ^s0 -$2.w $2.w,
        mul.s2 $1.z $1.z $1.y, const0 1.0 0.0 0.0 0.0
    and.v0 $1.x $1.x $2.y, ge.s0 ^s0 $1.z $0.z, eq.v1 $1.z $0.y ^const0.x, sel.s1 $0.z ^s0 ^const0.x $2.x,
        mul.s2 $0.y $1.z $1.y, const0 1.0 0.0 0.0 0.0
    stop, ge.s0 ^s0 $0.y $1.x, sel.s1 $0.y ^s0 ^const0.x $1.w, const0 1.0 0.0 0.0 0.0
