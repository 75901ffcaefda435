// 13 instructions, lower bound 12
# lima-pp, 13 instructions, 94 words
# v0      input arg0: vec4
# v1      input arg1: vec4
# o0      output ret0: vec4
# u0..u2  uniform arg2: vec4[3]
# outputs: 0
    load.v $1.xyz 1, mul.v0 ^v0 $1.xyzx $1.xyzx, sum3.v1 $2.w ^v0.xyzx
    load.v $2.xyz 0, mul.v0 ^v0 $2.xyzx $2.xyzx, sum3.v1 $1.w ^v0.xyzx, rsqrt.s2 $2.w $2.w
    load.u 0, mul.v0 ^v0 $1.xyzx $2.w, add.v1 $1.xyz ^v0.xyzx ^u.xyzx, rsqrt.s2 $3.w $1.w
    mul.v0 ^v0 $1.xyzx $1.xyzx, sum3.v1 $1.w ^v0.xyzx, rsqrt.s2 $1.w $1.w
    load.u 2, mul.v0 $3.xyz $1.xyzx $1.w, mov.s0 $1.w ^u.w, mov.v1 $1.xyz ^u.zyxz, floor.s1 $2.w $1.w,
        mul.s2 $2.xyz $3.w $2.xyzx
    mul.v0 ^v0 $2.xyzx $3.xyzx, mul.s0 $3.x $1.w ^const0.x, sum3.v1 $3.z ^v0.xyzx, floor.s1 $3.y $3.x,
        const0 0.5 0.0 0.0 0.0
    load.u 0, mul.v0 ^v0 $2.xyzx ^u.xyzx, eq.s0 $2.y $1_abs.w ^const0.y, sum3_pos.v1 $2.x ^v0.xyzx,
        max.s1 $2.z $3.z ^const0.x, log2.s2 $3.z $2.z, const0 0.0001 inf 0.0 0.0
    eq.v0 $2.w $1.w $2.w, ne.s0 $3.x $3.x $3.y, eq.v1 $3.y $2.z ^const0.y, ge.s1 $3.w $2.z ^const0.x,
        rcp.s2 $4.x $2.z, const0 0.0 inf 0.0 0.0
    max.v0 $3.w $2.w $3.w, mul.s0 $3.z $1.w $3.z, add.v1 $3.y $2.z $4.x, max.s1 $3.w $3.w $3.y,
        exp2.s2 $3.z $3.z
    ne.v0 $2.z $2.z ^const0.z, max.s0 ^s0 $3.w $2.y, gt.v1 $3.z ^const0.y $3.y,
        sel.s1 $3.y ^s0 $3.z ^const0.x, mul.s2 $2.w $2.w $3.x, const0 0x7e00 0.0 1.0 0.0
    and.v0 $2.w $1.w $2.z, mul.s0 ^s0 $3.z $2.w, gt.v1 $2.y $2.y $2.z, sel.s1 $1.w ^s0 -$3.y $3.y
    load.u 1, mul.v0 $2.xyz ^u.xyzx $2.x, ge.s0 ^s0 $2.y $2.w, sel.s1 $1.w ^s0 ^const0.x $1.w,
        const0 1.0 0.0 0.0 0.0
    stop, mul.v0 ^v0 $1.zyxz $1.w, add.v1 $0.xyz ^v0.xyzx $2.xyzx, mov.s2 $0.w ^const0.x,
        const0 1.0 0.0 0.0 0.0
