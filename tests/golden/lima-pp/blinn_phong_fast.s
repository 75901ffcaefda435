// 9 instructions, lower bound 8
# lima-pp, 9 instructions, 54 words
# v0      input arg0: vec4
# v1      input arg1: vec4
# o0      output ret0: vec4
# u0..u2  uniform arg2: vec4[3]
# outputs: 0
    load.v $1.xyz 1, mul.v0 ^v0 $1.xyzx $1.xyzx, sum3.v1 $1.w ^v0.xyzx, rsqrt.s2 $1.w $1.w
    load.v $3.xyz 0, mul.v0 ^v0 $3.xyzx $3.xyzx, sum3.v1 $3.w ^v0.xyzx, rsqrt.s2 $2.w $3.w
    load.u 0, mul.v0 ^v0 $1.xzyx $1.w, add.v1 $2.xyz ^v0.xyzx ^u.xzyx, mul.s2 $1.xyz $2.w $3.xyzx
    mul.v0 ^v0 $2.yxzy $2.yxzy, sum3.v1 $1.w ^v0.xyzx, rsqrt.s2 $2.w $1.w
    load.u 0, mul.v0 ^v0 $1.xyzx ^u.xyzx, sum3_pos.v1 $1.w ^v0.xyzx, mul.s2 $2.xyz $2.w $2.xzyx
    mul.v0 ^v0 $1.xyzx $2.xyzx, sum3.v1 $1.x ^v0.xyzx
    load.u 1, mul.v0 $1.xyz ^u.xyzx $1.w, max.s0 $1.w $1.x ^const0.x, log2.s2 $1.w $1.w,
        const0 0.0001 0.0 0.0 0.0
    load.u 2, mul.s0 $1.w ^u.w $1.w, exp2.s2 $1.w $1.w
    stop, load.u 2, mul.v0 ^v0 ^u.xyzx $1.w, add.v1 $0.xyz ^v0.xyzx $1.xyzx, mov.s2 $0.w ^const0.x,
        const0 1.0 0.0 0.0 0.0
