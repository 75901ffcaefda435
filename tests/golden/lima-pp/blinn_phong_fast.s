// 9 instructions, lower bound 7
# lima-pp, 9 instructions, 56 words
# v0      input arg0: vec4
# v1      input arg1: vec4
# o0      output ret0: vec4
# u0..u2  uniform arg2: vec4[3]
# outputs: 0
    load.v $1.xyz 1, mul.v0 ^v0 $1.xyzx $1.xyzx, sum3.v1 $1.w ^v0.xyzx
    load.v $2.xyz 0, mul.v0 ^v0 $2.xyzx $2.xyzx, sum3.v1 $2.w ^v0.xyzx, rsqrt.s2 $1.w $1.w
    load.u 0, mul.v0 ^v0 $1.w $1.xyzx, add.v1 $3.xyz ^v0.xyzx ^u.xyzx, rsqrt.s2 $1.w $2.w
    load.u 2, mul.v0 $4.xyz $3.xyzx $3.xyzx, mov.v1 $1.xyz ^u.zyxz, mul.s2 $2.xyz $1.w $2.xyzx
    mul.v0 $3.xyz $3.xyzx $2.xyzx, sum3.v1 $1.w $4.xyzx, rsqrt.s2 $1.w $1.w
    load.u 2, mul.v0 ^v0 $3.xyzx $1.w, sum3.v1 $2.w ^v0.xyzx, mov.s2 $1.w ^u.w
    load.u 0, mul.v0 ^v0 ^u.xyzx $2.xyzx, max.s0 $2.y $2.w ^const0.x, sum3_pos.v1 $2.x ^v0.xyzx,
        log2.s2 $2.y $2.y, const0 0.0001 0.0 0.0 0.0
    load.u 1, mul.v0 $2.xyz $2.x ^u.xyzx, mul.s0 $1.w $1.w $2.y, exp2.s2 $1.w $1.w
    stop, mul.v0 ^v0 $1.w $1.zyxz, add.v1 $0.xyz ^v0.xyzx $2.xyzx, mov.s2 $0.w ^const0.x,
        const0 1.0 0.0 0.0 0.0
