// 8 instructions, lower bound 8
# lima-pp, 8 instructions, 46 words
# v0  input a: float
# v1  input b: float
# v2  input mode: int
# o0  output out: vec4
# outputs: 0
    load.v $1.x 0
    load.v $3.x 1, add.s1 $1.y $1.x -$3.x
    load.v $2.x 2, min.v0 $1.z $1.x $3.x, mul.s0 $1.w $2.x ^const0.z, floor.v1 $2.y $1.w,
        eq.s1 $1.w $2.x ^const0.x, mul.s2 $2.y $2.y ^const0.y, const0 2.0 4.0 0.25 0.0
    eq.v0 ^v0 $2.x ^const0.y, eq.s0 ^s0 $2.y ^const0.x, add.v1 $1.z ^v0_abs.x $1_abs.w,
        sel.s1 $1.y ^s0 $1.z $1_abs.y, const0 4.0 3.0 0.0 0.0
    mul.v0 $1.z $1.x $3.x, mov.s0 ^s0 $1.z, add.v1 $1.y $1.x $3.x, sel.s1 $1.z ^s0 $1.z $1.y
    eq.s0 ^s0 $2.x ^const0.x, sel.s1 $1.y ^s0 $1.y $1.z, const0 1.0 0.0 0.0 0.0
    mov.s0 ^s0 $2.x, sel.s1 $0.x ^s0 $1.y $1.x
    stop, mov.v1 $0.w ^const0.x, add.s1 $0.z ^const0.x -$0.x, mul.s2 $0.y $0.x ^const0.y,
        const0 1.0 0.5 0.0 0.0
