// 13 instructions, lower bound 1
# lima-pp, 13 instructions, 97 words
# v0      input arg0: vec4
# v1      input arg1: vec4
# o0      output ret0: vec4
# u0..u2  uniform arg2: vec4[3]
# outputs: 0
    load.v $2.xyz 1, mul.v0 ^v0 $2.xyzx $2.xyzx, sum3.v1 $2.w ^v0.xyzx
    load.v $1.xyz 0, mul.v0 ^v0 $1.xyzx $1.xyzx, sum3.v1 $1.w ^v0.xyzx, rsqrt.s2 $2.w $2.w
    load.u 0, mul.v0 ^v0 $2.xyzx $2.w, add.v1 $2.xyz ^v0.xyzx ^u.xyzx, rsqrt.s2 $1.w $1.w
    mul.v0 ^v0 $2.xyzx $2.xyzx, sum3.v1 $2.w ^v0.xyzx, rsqrt.s2 $3.y $2.w
    load.u 2, mul.v0 $1.xyz $1.xyzx $1.w, mul.s0 $2.w ^u.w ^const0.x, floor.s1 $3.x $2.w,
        mul.s2 $2.xyz $3.y $2.xyzx, const0 0.5 0.0 0.0 0.0
    load.u 2, mul.v0 ^v0 $1.xyzx $2.xyzx, sum3.v1 $2.x ^v0.xyzx, floor.s1 $2.y ^u.w
    load.u 2, eq.s0 $1.w ^u_abs.w ^const0.y, eq.v1 $2.x ^u.w $2.y, max.s1 $2.y $2.x ^const0.x,
        rcp.s2 $3.y $2.y, const0 0.0001 inf 0.0 0.0
    load.u 0, mul.v0 $1.xyz $1.xyzx ^u.xyzx, ne.s0 $2.z $2.w $3.x, eq.v1 $2.w $2.y ^const0.y,
        ge.s1 $3.x $2.y ^const0.x, log2.s2 $3.z $2.y, const0 0.0 inf 0.0 0.0
    load.u 2, max.v0 $3.z $2.x $3.x, mul.s0 $3.x ^u.w $3.z, add.v1 $2.w $2.y $3.y, max.s1 $3.y $3.z $2.w,
        exp2.s2 $3.x $3.x
    ne.v0 $2.y $2.y ^const0.z, max.s0 ^s0 $3.y $1.w, gt.v1 $3.x ^const0.y $2.w,
        sel.s1 $2.w ^s0 $3.x ^const0.x, mul.s2 $2.x $2.x $2.z, const0 0x7e00 0.0 1.0 0.0
    load.u 2, and.v0 $2.x ^u.w $2.y, mul.s0 ^s0 $3.x $2.x, gt.v1 $2.y $1.w $2.y, sel.s1 $1.w ^s0 -$2.w $2.w
    load.u 1, ge.s0 ^s0 $2.y $2.x, sum3_pos.v1 $1.x $1.xyzx, sel.s1 $1.w ^s0 ^const0.x $1.w,
        mul.s2 $1.xyz $1.x ^u.xyzx, const0 1.0 0.0 0.0 0.0
    stop, load.u 2, mul.v0 ^v0 ^u.xyzx $1.w, add.v1 $0.xyz ^v0.xyzx $1.xyzx, mov.s2 $0.w ^const0.x,
        const0 1.0 0.0 0.0 0.0
