// 15 instructions, lower bound 15
# lima-pp, 15 instructions, 101 words
# v0  input arg0: float
# v1  input arg1: float
# o0  output arg2: vec4
# outputs: 0
    load.v $1.x 0
    load.v $2.x 1, add.v1 $1.x $1.x ^const0.x, add.s1 $1.y $2.x ^const0.x, const0 0.0 0.0 0.0 0.0
    mul.v0 $1.w $1.x $1.x, mul.s0 $2.x $1.y $1.y, add.s1 $2.y $1.w $2.x, mov.s2 $1.z ^const0.y,
        branch_lt ^const0.x $2.y L0, const0 4.0 1.0 0.0 0.0
    load.v $4.x 1, add.s1 $1.z $1.w -$2.x, mul.s2 $1.x $1.x ^const0.x, const0 2.0 0.0 0.0 0.0
    load.v $5.x 0, mul.s0 $1.x $1.x $1.y, add.v1 $1.y $4.x $1.x, add.s1 $1.x $5.x $1.z
    mul.v0 $1.w $1.y $1.y, mul.s0 $1.z $1.x $1.x, add.v1 $3.x $1.w $1.z, add.s1 $1.z $1.z -$1.w,
        mul.s2 $1.w $1.x ^const0.x, const0 2.0 0.0 0.0 0.0
    mul.s0 $1.w $1.y $1.w, add.v1 $1.w $4.x $1.w, add.s1 $1.z $5.x $1.z
    mul.v0 $3.z $1.w $1.w, mul.s0 $3.y $1.z $1.z, add.v1 $3.z $3.y -$3.z, add.s1 $3.y $3.y $3.z,
        mul.s2 $3.w $1.z ^const0.x, const0 2.0 0.0 0.0 0.0
    mul.s0 ^s0 $1.w $3.w, add.v1 $2.x $5.x $3.z, add.s1 $2.y ^s0 $4.x
    mul.v0 $2.z $2.x $2.x, mul.s0 $2.w $2.y $2.y, add.v1 $3.z $2.z $2.w, add.s1 $2.z $2.z -$2.w,
        mul.s2 $2.w $2.x ^const0.x, const0 2.0 0.0 0.0 0.0
    mul.s0 $2.w $2.y $2.w, add.v1 $2.w $4.x $2.w, add.s1 $2.z $5.x $2.z
    gt.s0 ^s0 $3.z ^const0.x, sel.v1 $2.xy ^s0 $2.xyx $2.zwz, sel.s1 $2.z ^s0 ^const0.x ^const0.y,
        const0 4.0 5.0 0.0 0.0
    gt.s0 ^s0 $3.y ^const0.y, sel.v1 $1.zw ^s0 $1.zzzw $2.xxxy, sel.s1 $3.y ^s0 ^const0.x $2.z,
        const0 3.0 4.0 0.0 0.0
    gt.s0 ^s0 $3.x ^const0.x, sel.v1 $1.xy ^s0 $1.xyx $1.zwz, sel.s1 $1.z ^s0 ^const0.y $3.y,
        const0 4.0 2.0 0.0 0.0
L0:
    stop, mov.v0 $0.xyz $1.zxyz, mov.s2 $0.w ^const0.x, const0 1.0 0.0 0.0 0.0
