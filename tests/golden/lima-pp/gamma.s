// 16 instructions, lower bound 13
# lima-pp, 16 instructions, 106 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# u0  uniform arg1: float
# outputs: 0
    load.v $0 0, mov_pos.v0 ^v0 $0.xyzx, add.v1 $0.xyz ^v0.xyzx ^const0.x, log2.s2 $3.x $0.x,
        const0 0.001 0.0 0.0 0.0
    load.u 0, eq.v1 $2.xzw $0.xxyz ^const0.x, floor.s1 $3.y ^u.x, rcp.s2 $2.y $0.y, const0 inf 0.0 0.0 0.0
    load.u 0, ge.v0 ^v0 $0.xyzx ^const0.x, ne.s0 $1.w ^u.x $3.y, ge.v1 $1.xyz ^v0.xyzx $1.w,
        log2.s2 $3.z $0.z, const0 0.0 0.0 0.0 0.0
    load.u 0, max.v0 $1.xyz $1.xyzx $2.xzwx, ne.v1 $4.xyz $0.xyzx $0.xyzx, eq.s1 $3.w ^u_abs.x ^const0.x,
        rcp.s2 $2.x $0.x, const0 inf 0.0 0.0 0.0
    max.v0 ^v0 $1.xyzx $3.w, add.v1 $1.xyz ^v0_abs.xyzx $4_abs.xyzx, log2.s2 $3.y $0.y
    load.u 0, mul.v0 $3.xyz ^u.x $3.xyzx, mul.s0 $2.z ^u.x ^const0.x, floor.s1 $4.x $2.z, exp2.s2 $2.w $3.z,
        const0 0.5 0.0 0.0 0.0
    eq.s1 $3.z $2.z $4.x, rcp.s2 $2.z $0.z
    mov.s0 ^s0 $1.z, add.v1 $4.xyz $0.xyzx $2.xyzx, sel.s1 $2.y ^s0 $2.w ^const0.x, exp2.s2 $2.x $3.x,
        const0 0x7e00 0.0 0.0 0.0
    max.v0 $4.w $1.w $3.z, mov.s0 ^s0 $1.x, gt.v1 $1.xzw ^const0.y $4.xxyz, sel.s1 $2.x ^s0 $2.x ^const0.x,
        const0 0x7e00 0.0 0.0 0.0
    gt.s0 ^s0 $1.x $4.w, sel.s1 $1.x ^s0 -$2.x $2.x, exp2.s2 $2.x $3.y
    mov.s0 ^s0 $1.y, ne.v1 $3.xyz $0.xyzx ^const0.y, sel.s1 $2.x ^s0 $2.x ^const0.x, const0 0x7e00 1.0 0.0 0.0
    load.u 0, and.v0 $3.xyz ^u.x $3.xyzx, gt.s0 ^s0 $1.z $4.w, eq.v1 $2.xzw $0.xxyz ^const0.x,
        sel.s1 $1.y ^s0 -$2.x $2.x, mul.s2 $0.xyz $3.w $2.xzwx, const0 1.0 0.0 0.0 0.0
    ge.s0 ^s0 $0.x $3.x, sel.s1 $0.x ^s0 ^const0.x $1.x, const0 1.0 0.0 0.0 0.0
    gt.s0 ^s0 $1.w $4.w, sel.s1 $1.x ^s0 -$2.y $2.y
    ge.s0 ^s0 $0.y $3.y, sel.s1 $0.y ^s0 ^const0.x $1.y, const0 1.0 0.0 0.0 0.0
    stop, ge.s0 ^s0 $0.z $3.z, sel.s1 $0.z ^s0 ^const0.x $1.x, const0 1.0 0.0 0.0 0.0
