// 13 instructions, lower bound 1
# lima-pp, 13 instructions, 69 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# outputs: 0
    load.v $1.z 0
    load.v $1.y 0, min.v1 $1.y $1.y $1.z, max.s1 $1.x $1.y $1.z
    load.v $2.x 0, min.v0 $1.y $2.x $1.y, max.s0 $1.x $2.x $1.x, add.s1 $1.w $1.x -$1.y
    gt.s0 ^s0 $1.w ^const0.z, mov.v1 $1.yz ^const0.x, add.s1 $2.x -^s0 ^const0.y,
        branch_ne $2.x ^const0.x L0, const0 0.0 1.0 0.001 0.0
    load.v $2.x 0
    load.v $1.z 0
    load.v $2.y 0, add.v1 $2.w $2.x -$2.y, add.s1 $2.z $1.z -$2.x, rcp.s2 $1.y $1.w
    mul.v0 ^v0 $2.w $1.y, mul.s0 ^s0 $2.z $1.y, add.v1 $2.w ^v0.x ^const0.y, add.s1 $2.z ^s0 ^const0.x,
        const0 2.0 4.0 0.0 0.0
    eq.s0 ^s0 $1.x $2.y, add.v1 $2.y $2.y -$1.z, sel.s1 $1.z ^s0 $2.z $2.w
    mul.v0 $1.y $2.y $1.y, eq.s0 ^s0 $1.x $2.x, sel.s1 $1.y ^s0 $1.y $1.z
    mul.s0 $1.y $1.y ^const0.y, add.s1 $2.x $1.y ^const0.x, rcp.s2 $1.z $1.x, const0 1.0 0.1666 0.0 0.0
    gt.s0 ^s0 ^const0.x $1.y, sel.s1 $1.y ^s0 $2.x $1.y, mul.s2 $1.z $1.w $1.z, const0 0.0 0.0 0.0 0.0
L0:
    stop, load.v $0.w 0, mov.v1 $0.xyz $1.yzxy
