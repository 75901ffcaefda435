// 13 instructions, lower bound 12
# lima-pp, 13 instructions, 97 words
# v0      input arg0: vec4
# v1      input arg1: vec4
# o0      output ret0: vec4
# u0..u2  uniform arg2: vec4[3]
# outputs: 0
    load.v $2.xyz 1, mul.v0 ^v0 $2.xyzx $2.xyzx, sum3.v1 $2.w ^v0.xyzx
    load.v $1.xyz 0, mul.v0 ^v0 $1.xyzx $1.xyzx, sum3.v1 $1.w ^v0.xyzx, rsqrt.s2 $2.w $2.w
    load.u 0, mul.v0 ^v0 $2.xyzx $2.w, add.v1 $3.xyz ^v0.xyzx ^u.xyzx, rsqrt.s2 $1.w $1.w
    mul.v0 ^v0 $3.xyzx $3.xyzx, sum3.v1 $3.w ^v0.xyzx, rsqrt.s2 $2.w $3.w
    load.u 2, mul.v0 $2.xyz $1.xyzx $1.w, mov.s0 $1.w ^u.w, mov.v1 $1.xyz ^u.zyxz, mul.s2 $3.xyz $2.w $3.xyzx
    mul.v0 ^v0 $2.xyzx $3.xyzx, eq.s0 $3.z $1_abs.w ^const0.y, sum3.v1 $3.y ^v0.xyzx, floor.s1 $2.w $1.w,
        mul.s2 $3.x $1.w ^const0.x, const0 0.5 inf 0.0 0.0
    not.v0 $3.w $1.w, eq.s0 $2.w $1.w $2.w, floor.v1 $3.y $3.x, max.s1 $4.x $3.y ^const0.x, rcp.s2 $4.z $4.x,
        const0 0.0001 0.0 0.0 0.0
    load.u 0, mul.v0 $2.xyz $2.xyzx ^u.xyzx, ge.s0 ^s0 $4.x ^const0.x, ne.v1 $4.y $3.x $3.y,
        add.s1 $3.x ^s0_abs $2_abs.w, log2.s2 $3.y $4.x, const0 0.0 0.0 0.0 0.0
    eq.v0 $3.y $4.x ^const0.x, mul.s0 $1.w $1.w $3.y, sum3.v1 $3.x $3_abs.xyzx, add.s1 $3.y $4.x $4.z,
        exp2.s2 $1.w $1.w, const0 inf 0.0 0.0 0.0
    gt.v0 $3.y ^const0.y $3.y, mov.s0 ^s0 $3.x, eq.v1 $3.x $4.x ^const0.z, sel.s1 $1.w ^s0 $1.w ^const0.x,
        mul.s2 $2.w $2.w $4.y, const0 0x7e00 0.0 1.0 0.0
    mul.v0 $3.y $3.x $3.z, mul.s0 ^s0 $3.y $2.w, sum3.v1 $2.w $3_abs.wxyw, sel.s1 $1.w ^s0 -$1.w $1.w
    load.u 1, mov.s0 ^s0 $2.w, sum3_pos.v1 $2.x $2.xyzx, sel.s1 $1.w ^s0 ^const0.x $1.w,
        mul.s2 $2.xyz $2.x ^u.xyzx, const0 1.0 0.0 0.0 0.0
    stop, mul.v0 ^v0 $1.zyxz $1.w, add.v1 $0.xyz ^v0.xyzx $2.xyzx, mov.s2 $0.w ^const0.x,
        const0 1.0 0.0 0.0 0.0
