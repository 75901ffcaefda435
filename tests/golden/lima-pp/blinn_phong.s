// 13 instructions, lower bound 12
# lima-pp, 13 instructions, 93 words
# v0      input arg0: vec4
# v1      input arg1: vec4
# o0      output ret0: vec4
# u0..u2  uniform arg2: vec4[3]
# outputs: 0
    load.v $1.xyz 1, mul.v0 ^v0 $1.xyzx $1.xyzx, sum3.v1 $1.w ^v0.xyzx, rsqrt.s2 $2.w $1.w
    load.v $2.xyz 0, mul.v0 ^v0 $2.xyzx $2.xyzx, sum3.v1 $1.w ^v0.xyzx, mul.s2 $3.xyz $2.w $1.xyzx
    load.u 0, mov.v0 $1.xyz ^u.zyxz, add.v1 $4.xyz $3.xyzx $1.zyxz, rsqrt.s2 $1.w $1.w
    mul.v0 ^v0 $4.xyzx $4.xyzx, sum3.v1 $2.w ^v0.xyzx, rsqrt.s2 $2.w $2.w
    load.u 2, mul.v0 $3.xyz $2.xyzx $1.w, mov.v1 $2.xyz ^u.zyxz, mul.s2 $4.xyz $2.w $4.xyzx
    load.u 2, mul.v0 ^v0 $3.xyzx $4.xyzx, mov.s0 $1.w ^u.w, sum3.v1 $3.w ^v0.xyzx, floor.s1 $4.x $1.w
    mul.v0 $4.y $1.w ^const0.z, eq.s0 $2.w $1_abs.w ^const0.y, floor.v1 $4.w $4.y,
        max.s1 $3.w $3.w ^const0.x, rcp.s2 $4.z $3.w, const0 0.0001 inf 0.5 0.0
    ne.v0 $4.y $4.y $4.w, eq.s0 $4.x $1.w $4.x, ge.v1 $5.x $3.w ^const0.y, eq.s1 $4.w $3.w ^const0.x,
        log2.s2 $5.y $3.w, const0 inf 0.0 0.0 0.0
    max.v0 $5.x $4.x $5.x, mul.s0 $5.y $1.w $5.y, add.v1 $4.z $3.w $4.z, max.s1 $5.x $5.x $4.w,
        exp2.s2 $4.w $5.y
    ne.v0 $3.w $3.w ^const0.z, max.s0 ^s0 $5.x $2.w, gt.v1 $4.w ^const0.y $4.z,
        sel.s1 $4.z ^s0 $4.w ^const0.x, mul.s2 $4.x $4.x $4.y, const0 0x7e00 0.0 1.0 0.0
    and.v0 $4.x $1.w $3.w, mul.s0 ^s0 $4.w $4.x, gt.v1 $2.w $2.w $3.w, sel.s1 $1.w ^s0 -$4.z $4.z
    load.u 1, mul.v0 ^v0 $3.xyzx $1.zyxz, ge.s0 ^s0 $2.w $4.x, sum3_pos.v1 $2.w ^v0.xyzx,
        sel.s1 $1.w ^s0 ^const0.x $1.w, mul.s2 $1.xyz $2.w ^u.xyzx, const0 1.0 0.0 0.0 0.0
    stop, mul.v0 ^v0 $2.zyxz $1.w, add.v1 $0.xyz ^v0.xyzx $1.xyzx, mov.s2 $0.w ^const0.x,
        const0 1.0 0.0 0.0 0.0
