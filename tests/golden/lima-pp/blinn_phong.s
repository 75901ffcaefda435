// 13 instructions, lower bound 12
# lima-pp, 13 instructions, 92 words
# v0      input arg0: vec4
# v1      input arg1: vec4
# o0      output ret0: vec4
# u0..u2  uniform arg2: vec4[3]
# outputs: 0
    load.v $1.xyz 0, mul.v0 ^v0 $1.xyzx $1.xyzx, sum3.v1 $1.w ^v0.xyzx
    load.v $2.xyz 1, mul.v0 ^v0 $2.xyzx $2.xyzx, sum3.v1 $2.w ^v0.xyzx, rsqrt.s2 $2.w $2.w
    load.u 0, mul.v0 ^v0 $2.xyzx $2.w, add.v1 $3.xyz ^v0.xyzx ^u.xyzx, rsqrt.s2 $1.w $1.w
    mul.v0 ^v0 $3.xyzx $3.xyzx, sum3.v1 $3.w ^v0.xyzx, rsqrt.s2 $2.w $3.w
    load.u 2, mul.v0 $2.xyz $1.xyzx $1.w, mov.s0 $1.w ^u.w, mov.v1 $1.xyz ^u.zyxz, floor.s1 $3.w $1.w,
        mul.s2 $3.xyz $2.w $3.xyzx
    mul.v0 ^v0 $2.xyzx $3.xyzx, sum3.v1 $3.y ^v0.xyzx, eq.s1 $2.w $1.w $3.w
    mul.v0 $3.z $1.w ^const0.z, eq.s0 $3.x $1_abs.w ^const0.y, floor.v1 $4.x $3.z,
        max.s1 $3.y $3.y ^const0.x, log2.s2 $3.w $3.y, const0 0.0001 inf 0.5 0.0
    load.u 0, mul.v0 $2.xyz $2.xyzx ^u.xyzx, ne.s0 $3.z $3.z $4.x, ge.v1 $4.y $3.y ^const0.y,
        eq.s1 $4.x $3.y ^const0.x, rcp.s2 $4.z $3.y, const0 inf 0.0 0.0 0.0
    max.v0 $3.w $2.w $4.y, mul.s0 $4.w $1.w $3.w, add.v1 $3.w $3.y $4.z, max.s1 $4.y $3.w $4.x,
        exp2.s2 $4.x $4.w
    ne.v0 $3.y $3.y ^const0.z, max.s0 ^s0 $4.y $3.x, gt.v1 $4.x ^const0.y $3.w,
        sel.s1 $3.w ^s0 $4.x ^const0.x, mul.s2 $2.w $2.w $3.z, const0 0x7e00 0.0 1.0 0.0
    and.v0 $2.w $1.w $3.y, mul.s0 ^s0 $4.x $2.w, gt.v1 $3.x $3.x $3.y, sel.s1 $1.w ^s0 -$3.w $3.w
    load.u 1, ge.s0 ^s0 $3.x $2.w, sum3_pos.v1 $2.x $2.xyzx, sel.s1 $1.w ^s0 ^const0.x $1.w,
        mul.s2 $2.xyz $2.x ^u.xyzx, const0 1.0 0.0 0.0 0.0
    stop, mul.v0 ^v0 $1.zyxz $1.w, add.v1 $0.xyz ^v0.xyzx $2.xyzx, mov.s2 $0.w ^const0.x,
        const0 1.0 0.0 0.0 0.0
