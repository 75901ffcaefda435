// 22 instructions, lower bound 22
# lima-pp, 22 instructions, 146 words
# v0  input arg0: vec2
# o0  output ret0: vec4
# outputs: 0
    load.v $1.xy 0, add.v1 $1.xy $1.xy ^const0.x, const0 0.0 0.0 0.0 0.0
    mul.v0 $1.zw $1.yyxy $1.yyxy, add.s1 $3.y $1.w $1.z, mov.s2 $3.x ^const0.y, branch_lt ^const0.x $3.y L0,
        const0 4.0 0.125 0.0 0.0
    add.s1 $1.z $1.z -$1.w, mul.s2 $1.x $1.x ^const0.x, const0 2.0 0.0 0.0 0.0
    load.v $2.xy 0, mul.s0 ^s0 $1.y $1.x, add.v1 $2.x $2.x $1.z, add.s1 $2.y ^s0 $2.y
    mul.v0 $2.z $2.x $2.x, mul.s0 $2.w $2.y $2.y, add.s1 $3.y $2.w $2.z, mov.s2 $3.x ^const0.y,
        branch_lt ^const0.x $3.y L0, const0 4.0 0.25 0.0 0.0
    add.s1 $1.z $2.z -$2.w, mul.s2 $1.w $2.x ^const0.x, const0 2.0 0.0 0.0 0.0
    load.v $1.xy 0, mul.s0 $1.w $2.y $1.w, add.v1 $1.y $1.y $1.w, add.s1 $1.x $1.x $1.z
    mul.v0 $1.z $1.x $1.x, mul.s0 $1.w $1.y $1.y, add.s1 $3.y $1.w $1.z, mov.s2 $3.x ^const0.y,
        branch_lt ^const0.x $3.y L0, const0 4.0 0.375 0.0 0.0
    add.s1 $1.z $1.z -$1.w, mul.s2 $1.x $1.x ^const0.x, const0 2.0 0.0 0.0 0.0
    load.v $2.xy 0, mul.s0 $2.z $1.y $1.x, add.v1 $1.x $2.y $2.z, add.s1 $1.y $2.x $1.z
    mul.v0 $2.w $1.x $1.x, mul.s0 $2.z $1.y $1.y, add.s1 $1.z $2.z -$2.w, mul.s2 $1.y $1.y ^const0.x,
        const0 2.0 0.0 0.0 0.0
    mul.s0 $1.x $1.x $1.y, add.v1 $1.z $2.y $1.x, add.s1 $1.w $2.x $1.z
    mul.v0 $1.y $1.z $1.z, mul.s0 $1.x $1.w $1.w, add.s1 $3.x $1.x -$1.y, mul.s2 $1.w $1.w ^const0.x,
        const0 2.0 0.0 0.0 0.0
    mul.s0 $1.z $1.z $1.w, add.v1 $3.x $2.y $1.z, add.s1 $3.y $2.x $3.x
    mul.v0 $1.w $3.x $3.x, mul.s0 $1.z $3.y $3.y, add.s1 $3.z $1.z -$1.w, mul.s2 $3.y $3.y ^const0.x,
        const0 2.0 0.0 0.0 0.0
    mul.s0 $3.x $3.x $3.y, add.v1 $2.x $2.y $3.x, add.s1 $2.y $2.x $3.z
    mul.v0 $2.x $2.x $2.x, mul.s0 ^s0 $2.y $2.y, add.s1 $2.x ^s0 $2.x
    gt.s0 ^s0 $2.x ^const0.z, add.v1 $1.w $1.w $1.z, sel.s1 $1.z ^s0 ^const0.x ^const0.y,
        const0 0.875 1.0 4.0 0.0
    gt.s0 ^s0 $1.w ^const0.y, add.v1 $2.y $1.y $1.x, sel.s1 $2.x ^s0 ^const0.x $1.z, const0 0.75 4.0 0.0 0.0
    gt.s0 ^s0 $2.y ^const0.y, add.v1 $1.y $2.w $2.z, sel.s1 $1.x ^s0 ^const0.x $2.x, const0 0.625 4.0 0.0 0.0
    gt.s0 ^s0 $1.y ^const0.y, sel.s1 $3.x ^s0 ^const0.x $1.x, const0 0.5 4.0 0.0 0.0
L0:
    stop, mul.v0 $0.y $3.x $3.x, mov.s0 $0.x $3.x, add.s1 $0.z ^const0.x -$3.x, mov.s2 $0.w ^const0.x,
        const0 1.0 0.0 0.0 0.0
