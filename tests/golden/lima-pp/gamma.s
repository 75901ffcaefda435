// 16 instructions, lower bound 13
# lima-pp, 16 instructions, 104 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# u0  uniform arg1: float
# outputs: 0
    load.v $0 0, mov_pos.v0 ^v0 $0.xyzx, add.v1 $0.xyz ^v0.xyzx ^const0.x, log2.s2 $1.x $0.x,
        const0 0.001 0.0 0.0 0.0
    log2.s2 $1.y $0.y
    log2.s2 $1.z $0.z
    load.u 0, mul.v0 $1.xyz ^u.x $1.xyzx, ge.v1 $2.xyz $0.xyzx ^const0.x, floor.s1 $1.w ^u.x,
        exp2.s2 $1.z $1.z, const0 0.0 0.0 0.0 0.0
    load.u 0, ne.v0 $3.xyz $0.xyzx $0.xyzx, ne.s0 $4.w ^u.x $1.w, ge.v1 $2.yzw $2.xxyz $4.w, rcp.s2 $2.x $0.x
    load.u 0, eq.v0 ^v0 $0.xyzx ^const0.x, max.v1 $4.xyz ^v0.xyzx $2.yzwy, eq.s1 $1.w ^u_abs.x ^const0.x,
        rcp.s2 $2.y $0.y, const0 inf 0.0 0.0 0.0
    max.v0 ^v0 $4.xyzx $1.w, add.v1 $3.xyz ^v0_abs.xyzx $3_abs.xyzx, exp2.s2 $1.y $1.y
    load.u 0, mul.v0 $2.w ^u.x ^const0.y, mov.s0 ^s0 $3.z, floor.v1 $3.z $2.w,
        sel.s1 $1.z ^s0 $1.z ^const0.x, rcp.s2 $2.z $0.z, const0 0x7e00 0.5 0.0 0.0
    ne.v0 $2.w $2.w $3.z, mov.s0 ^s0 $3.y, add.v1 $3.yzw $0.xxyz $2.xxyz, sel.s1 $1.y ^s0 $1.y ^const0.x,
        exp2.s2 $1.x $1.x, const0 0x7e00 0.0 0.0 0.0
    gt.v0 $4.x $2.w $4.w, mov.s0 ^s0 $3.x, gt.v1 $2.xyw ^const0.y $3.ywyz, sel.s1 $1.x ^s0 $1.x ^const0.x,
        const0 0x7e00 0.0 0.0 0.0
    mul.s0 ^s0 $2.x $4.x, ne.v1 $3.xyz $0.xyzx ^const0.x, sel.s1 $1.x ^s0 -$1.x $1.x, const0 1.0 0.0 0.0 0.0
    load.u 0, and.v0 $2.xyz ^u.x $3.xyzx, mul.s0 ^s0 $2.y $4.x, eq.v1 $0.xyz $0.xyzx ^const0.x,
        sel.s1 $1.z ^s0 -$1.z $1.z, mul.s2 $0.xyz $1.w $0.xyzx, const0 1.0 0.0 0.0 0.0
    ge.s0 ^s0 $0.z $2.z, sel.s1 $0.z ^s0 ^const0.x $1.z, const0 1.0 0.0 0.0 0.0
    mul.s0 ^s0 $2.w $4.x, sel.s1 $1.y ^s0 -$1.y $1.y
    ge.s0 ^s0 $0.x $2.x, sel.s1 $0.x ^s0 ^const0.x $1.x, const0 1.0 0.0 0.0 0.0
    stop, ge.s0 ^s0 $0.y $2.y, sel.s1 $0.y ^s0 ^const0.x $1.y, const0 1.0 0.0 0.0 0.0
