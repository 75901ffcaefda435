// 13 instructions, lower bound 13
# lima-pp, 13 instructions, 60 words
# v0  input x: float
# o0  output ret0: float
# u0  uniform start1: float
# outputs: 0
    load.v $1.x 0, load.u 0, add.s1 $2.x $1_abs.x ^const0.x, mov.s2 $1.x ^u.x, const0 0.5 0.0 0.0 0.0
    mul.s0 ^s0 $1.x $1.x, add.s1 $1.y ^s0 -$2.x
    mul.s0 ^s0 $1.y ^const0.x, add.s1 $1.z -^s0 $1.x, const0 0.25 0.0 0.0 0.0
    mul.s0 ^s0 $1.z $1.z, add.s1 $1.w ^s0 -$2.x
    mul.s0 ^s0 $1.w ^const0.x, add.s1 $2.y -^s0 $1.z, const0 0.25 0.0 0.0 0.0
    mul.s0 ^s0 $2.y $2.y, add.s1 $2.z ^s0 -$2.x
    mul.s0 ^s0 $2.z ^const0.x, add.s1 $2.w -^s0 $2.y, const0 0.25 0.0 0.0 0.0
    mul.s0 ^s0 $2.w $2.w, add.s1 $2.x ^s0 -$2.x
    mul.s0 ^s0 $2.x ^const0.x, add.s1 $3.x -^s0 $2.w, const0 0.25 0.0 0.0 0.0
    gt.s0 ^s0 ^const0.x $2_abs.x, sel.s1 $2.x ^s0 $2.w $3.x, const0 0.001 0.0 0.0 0.0
    gt.s0 ^s0 ^const0.x $2_abs.z, sel.s1 $2.x ^s0 $2.y $2.x, const0 0.001 0.0 0.0 0.0
    gt.s0 ^s0 ^const0.x $1_abs.w, sel.s1 $1.z ^s0 $1.z $2.x, const0 0.001 0.0 0.0 0.0
    stop, gt.s0 ^s0 ^const0.x $1_abs.y, sel.s1 $0.x ^s0 $1.x $1.z, const0 0.001 0.0 0.0 0.0
