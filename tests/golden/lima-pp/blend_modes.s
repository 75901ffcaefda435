// 9 instructions, lower bound 8
# lima-pp, 9 instructions, 52 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# v2  input arg2: int
# o0  output ret0: vec4
# outputs: 0
    load.v $1 1
    load.v $3 0, add.v1 $2 $3 $1
    load.v $0.x 2, min.v0 ^v0 $3 $1, eq.s0 ^s0 $0.x ^const0.x, sel.v1 $4 ^s0 ^v0 $3, const0 9.0 0.0 0.0 0.0
    mul_x2.v0 ^v0 $3.xyzx $1.xyzx, eq.s0 ^s0 $0.x ^const0.x, sel.v1 $4.xyz ^s0 ^v0.xyzx $4.xyzx,
        const0 4.0 0.0 0.0 0.0
    mul.v0 $3 $3 $1, eq.s0 ^s0 $0.x ^const0.x, add.v1 $5 $2 -$3, sel.s1 $4.w ^s0 $1.w $4.w,
        const0 4.0 0.0 0.0 0.0
    eq.s0 ^s0 $0.x ^const0.x, sel.v1 $4 ^s0 $5 $4, const0 3.0 0.0 0.0 0.0
    eq.s0 ^s0 $0.x ^const0.x, sel.v1 $3 ^s0 $3 $4, const0 2.0 0.0 0.0 0.0
    eq.s0 ^s0 $0.x ^const0.x, sel.v1 $2 ^s0 $2 $3, const0 1.0 0.0 0.0 0.0
    stop, mov.s0 ^s0 $0.x, sel.v1 $0 ^s0 $2 $1
