// 12 instructions, lower bound 1
# lima-pp, 12 instructions, 66 words
# v0  input x: float
# o0  output ret0: float
# u0  uniform start1: float
# outputs: 0
    load.v $1.x 0, add.s1 $1.y $1_abs.x ^const0.x, const0 0.5 0.0 0.0 0.0
    load.u 0, mul.s0 ^s0 ^u.x ^u.x, mov.v1 $1.w ^u.x, add.s1 $1.x ^s0 -$1.y, mov.s2 $1.z $1_abs.x,
        branch_lt $1.z ^const0.x L0, const0 0.001 0.0 0.0 0.0
    load.u 0, mul.s0 ^s0 $1.x ^const0.x, add.s1 $1.w -^s0 ^u.x, const0 0.25 0.0 0.0 0.0
    mul.s0 ^s0 $1.w $1.w, add.s1 $1.z ^s0 -$1.y, mov.s2 $1.x $1_abs.z, branch_lt $1.x ^const0.x L0,
        const0 0.001 0.0 0.0 0.0
    mul.s0 ^s0 $1.z ^const0.x, add.s1 $1.x -^s0 $1.w, const0 0.25 0.0 0.0 0.0
    mul.s0 ^s0 $1.x $1.x, add.s1 $1.z ^s0 -$1.y
    mul.s0 ^s0 $1.z ^const0.x, add.s1 $1.w -^s0 $1.x, const0 0.25 0.0 0.0 0.0
    mul.s0 ^s0 $1.w $1.w, add.s1 $1.y ^s0 -$1.y
    mul.s0 ^s0 $1.y ^const0.x, add.s1 $2.x -^s0 $1.w, const0 0.25 0.0 0.0 0.0
    gt.s0 ^s0 ^const0.x $1_abs.y, sel.s1 $1.y ^s0 $1.w $2.x, const0 0.001 0.0 0.0 0.0
    gt.s0 ^s0 ^const0.x $1_abs.z, sel.s1 $1.w ^s0 $1.x $1.y, const0 0.001 0.0 0.0 0.0
L0:
    stop, mov.s2 $0.x $1.w
