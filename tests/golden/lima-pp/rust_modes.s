// 8 instructions, lower bound 8
# lima-pp, 8 instructions, 44 words
# v0  input a: float
# v1  input b: float
# v2  input mode: int
# o0  output out: vec4
# outputs: 0
    load.v $2.x 2
    load.v $4.x 1
    load.v $3.x 0, eq.v0 $1.xy $2.x ^const0.xyx, mul.s0 ^s0 $2.x ^const0.w, add.v1 $1.z $3.x -$4.x,
        floor.s1 $1.w ^s0, mul.s2 $1.w $1.w ^const0.z, const0 2.0 3.0 4.0 0.25
    min.v0 $1.w $3.x $4.x, eq.s0 ^s0 $1.w ^const0.x, add.v1 $2.z $1_abs.x $1_abs.y,
        sel.s1 $2.y ^s0 $1.w $1_abs.z, const0 4.0 0.0 0.0 0.0
    mul.v0 $2.z $3.x $4.x, mov.s0 ^s0 $2.z, add.v1 $2.y $3.x $4.x, sel.s1 $2.z ^s0 $2.z $2.y
    eq.s0 ^s0 $2.x ^const0.x, sel.s1 $2.y ^s0 $2.y $2.z, const0 1.0 0.0 0.0 0.0
    mov.s0 ^s0 $2.x, sel.s1 $0.x ^s0 $2.y $3.x
    stop, mul.s0 $0.y $0.x ^const0.y, add.s1 $0.z ^const0.x -$0.x, mov.s2 $0.w ^const0.x,
        const0 1.0 0.5 0.0 0.0
