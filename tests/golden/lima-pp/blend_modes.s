// 9 instructions, lower bound 8
# lima-pp, 9 instructions, 51 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# v2  input arg2: int
# o0  output ret0: vec4
# outputs: 0
    load.v $3 0
    load.v $1 1, add.v1 $4 $3 $1, store.t -1 $4
    mul.v0 $2 $3 $1, add.v1 $4 $4 -$2
    load.v $0.x 2, min.v0 ^v0 $3 $1, eq.s0 ^s0 $0.x ^const0.x, sel.v1 $5 ^s0 ^v0 $3, const0 9.0 0.0 0.0 0.0
    mul_x2.v0 ^v0 $3.xyzx $1.xyzx, eq.s0 ^s0 $0.x ^const0.x, sel.v1 $3.xyz ^s0 ^v0.xyzx $5.xyzx,
        sel.s1 $3.w ^s0 $1.w $5.w, const0 4.0 0.0 0.0 0.0
    eq.s0 ^s0 $0.x ^const0.x, sel.v1 $3 ^s0 $4 $3, const0 3.0 0.0 0.0 0.0
    eq.s0 ^s0 $0.x ^const0.x, sel.v1 $2 ^s0 $2 $3, const0 2.0 0.0 0.0 0.0
    load.t -1, eq.s0 ^s0 $0.x ^const0.x, sel.v1 $2 ^s0 ^u $2, const0 1.0 0.0 0.0 0.0
    stop, mov.s0 ^s0 $0.x, sel.v1 $0 ^s0 $2 $1
