// 6 instructions, lower bound 5
# lima-pp, 6 instructions, 32 words
# v0  input a: vec4
# v1  input b: vec4
# o0  output ret0: vec4
# u0  uniform u: vec4
# outputs: 0
    load.v $0 1
    load.v $1 0, gt.s0 ^s0 $0.y $1.y, sel.s1 $2.y ^s0 $1.y $0.y
    gt.s0 ^s0 $0.z $1.z, mov_int.v1 $2.xw $0.yyyz, sel.s1 $2.z ^s0 $1.z $0.z
    load.u 0, mul.v0 ^v0 $2.xwx ^u.yzy, gt.s0 ^s0 $0.x $1.x, add.v1 $0.yz ^v0.xxyx $2.yyzy,
        sel.s1 $0.x ^s0 $1.x $0.x
    max.v0 $1.x $1.x $1.y, gt.s0 ^s0 $0.w $1.w, sel.v1 $2.w ^s0 $1.w $0.w, add.s1 $2.x $0.x ^const0.x,
        const0 0.0 0.0 0.0 0.0
    stop, max.s0 ^s0 $1.x $1.z, sum4.v1 $0.x $2, max.s1 $0.w ^s0 $1.w
