// 16 instructions, lower bound 1
# lima-pp, 16 instructions, 104 words
# v0  input arg0: float
# v1  input arg1: float
# o0  output arg2: vec4
# outputs: 0
    load.v $1.x 1
    load.v $2.x 0, add.v1 $1.y $1.x ^const0.x, add.s1 $1.x $2.x ^const0.x, const0 0.0 0.0 0.0 0.0
    mul.v0 $2.x $1.y $1.y, mul.s0 $1.w $1.x $1.x, add.s1 $2.y $1.w $2.x, mov.s2 $1.z ^const0.y,
        branch_lt ^const0.x $2.y L0, const0 4.0 1.0 0.0 0.0
    load.v $3.x 1, add.s1 $1.z $1.w -$2.x, mul.s2 $1.x $1.x ^const0.x, const0 2.0 0.0 0.0 0.0
    load.v $2.x 0, mul.s0 $1.x $1.x $1.y, add.v1 $1.y $3.x $1.x, add.s1 $1.x $2.x $1.z
    mul.v0 $2.y $1.x $1.x, mul.s0 $2.z $1.y $1.y, add.s1 $1.w $2.z $2.y, mov.s2 $1.z ^const0.y,
        branch_lt ^const0.x $1.w L0, const0 4.0 2.0 0.0 0.0
    load.v $2.x 1, add.s1 $1.z $2.y -$2.z, mul.s2 $1.x $1.x ^const0.x, const0 2.0 0.0 0.0 0.0
    load.v $3.x 0, mul.s0 $1.x $1.y $1.x, add.v1 $1.y $2.x $1.x, add.s1 $1.x $3.x $1.z
    mul.v0 $2.x $1.y $1.y, mul.s0 $1.w $1.x $1.x, add.s1 $2.y $1.w $2.x, mov.s2 $1.z ^const0.y,
        branch_lt ^const0.x $2.y L0, const0 4.0 3.0 0.0 0.0
    add.s1 $1.z $1.w -$2.x
    load.v $2.x 0, add.s1 $1.z $2.x $1.z, mul.s2 $1.x $1.x ^const0.x, const0 2.0 0.0 0.0 0.0
    load.v $3.x 1, mul.v0 $1.x $1.y $1.x, mul.s0 $1.y $1.z ^const0.x, add.s1 $1.x $3.x $1.x,
        mul.s2 $2.y $1.x $1.x, const0 2.0 0.0 0.0 0.0
    mul.v0 $2.z $1.z $1.z, mul.s0 $1.y $1.x $1.y, add.v1 $1.w $3.x $1.y, add.s1 $1.y $2.z -$2.y
    add.v1 $2.x $2.z $2.y, add.s1 $1.y $2.x $1.y
    gt.s0 ^s0 $2.x ^const0.x, sel.v1 $1.xy ^s0 $1.zxz $1.ywy, sel.s1 $1.z ^s0 ^const0.x ^const0.y,
        const0 4.0 5.0 0.0 0.0
L0:
    stop, mov.v1 $0.xyz $1.zxyz, mov.s2 $0.w ^const0.x, const0 1.0 0.0 0.0 0.0
