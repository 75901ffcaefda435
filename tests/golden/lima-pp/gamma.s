// 16 instructions, lower bound 13
# lima-pp, 16 instructions, 106 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# u0  uniform arg1: float
# outputs: 0
    load.v $0 0, mov_pos.v0 ^v0 $0.xyzx, add.v1 $0.xyz ^v0.xyzx ^const0.x, log2.s2 $1.x $0.x,
        const0 0.001 0.0 0.0 0.0
    log2.s2 $1.z $0.y
    log2.s2 $1.w $0.z
    load.u 0, ne.v0 $2.xyz $0.xyzx $0.xyzx, eq.v1 $4.xyz $0.xyzx ^const0.x, floor.s1 $2.w ^u.x,
        rcp.s2 $1.y $0.y, const0 inf 0.0 0.0 0.0
    load.u 0, mul.v0 $3.xyz ^u.x $1.xzwx, ge.v1 $5.xyz $0.xyzx ^const0.x, ne.s1 $5.w ^u.x $2.w,
        rcp.s2 $1.x $0.x, const0 0.0 0.0 0.0 0.0
    load.u 0, ge.v0 ^v0 $5.xyzx $5.w, max.v1 $4.xyz ^v0.xyzx $4.xyzx, eq.s1 $4.w ^u_abs.x ^const0.x,
        exp2.s2 $2.w $3.y, const0 inf 0.0 0.0 0.0
    max.v0 ^v0 $4.xyzx $4.w, add.v1 $2.xyz ^v0_abs.xyzx $2_abs.xyzx, rcp.s2 $1.z $0.z
    load.u 0, mul.v0 $3.y ^u.x ^const0.y, mov.s0 ^s0 $2.y, floor.v1 $2.w $3.y,
        sel.s1 $1.w ^s0 $2.w ^const0.x, exp2.s2 $2.y $3.z, const0 0x7e00 0.5 0.0 0.0
    eq.v0 $4.x $3.y $2.w, mov.s0 ^s0 $2.z, add.v1 $3.yzw $0.xxyz $1.xxyz, sel.s1 $1.y ^s0 $2.y ^const0.x,
        exp2.s2 $2.z $3.x, const0 0x7e00 0.0 0.0 0.0
    gt.v0 $2.xyw ^const0.y $3.yzyw, mov.s0 ^s0 $2.x, max.v1 $3.w $5.w $4.x, sel.s1 $1.x ^s0 $2.z ^const0.x,
        const0 0x7e00 0.0 0.0 0.0
    gt.s0 ^s0 $2.x $3.w, ne.v1 $3.xyz $0.xyzx ^const0.x, sel.s1 $1.x ^s0 -$1.x $1.x, const0 1.0 0.0 0.0 0.0
    load.u 0, and.v0 $2.xyz ^u.x $3.xyzx, gt.s0 ^s0 $2.y $3.w, eq.v1 $0.xyz $0.xyzx ^const0.x,
        sel.s1 $1.z ^s0 -$1.w $1.w, mul.s2 $0.xyz $4.w $0.xyzx, const0 1.0 0.0 0.0 0.0
    ge.s0 ^s0 $0.x $2.x, sel.s1 $0.x ^s0 ^const0.x $1.x, const0 1.0 0.0 0.0 0.0
    gt.s0 ^s0 $2.w $3.w, sel.s1 $1.x ^s0 -$1.y $1.y
    ge.s0 ^s0 $0.z $2.z, sel.s1 $0.z ^s0 ^const0.x $1.x, const0 1.0 0.0 0.0 0.0
    stop, ge.s0 ^s0 $0.y $2.y, sel.s1 $0.y ^s0 ^const0.x $1.z, const0 1.0 0.0 0.0 0.0
