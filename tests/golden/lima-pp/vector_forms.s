// 6 instructions, lower bound 5
# lima-pp, 6 instructions, 31 words
# v0  input a: vec4
# v1  input b: vec4
# o0  output ret0: vec4
# u0  uniform u: vec4
# outputs: 0
    load.v $1 0
    load.v $3 1, gt.s0 ^s0 $3.y $1.y, sel.s1 $2.y ^s0 $1.y $3.y
    gt.s0 ^s0 $3.x $1.x, sel.s1 $2.x ^s0 $1.x $3.x
    mov_int.v0 $3.xy $3.yzy, gt.s0 ^s0 $3.z $1.z, sel.v1 $2.z ^s0 $1.z $3.z, add.s1 $2.x $2.x ^const0.x,
        const0 0.0 0.0 0.0 0.0
    load.u 0, mul.v0 ^v0 $3.xyx ^u.yzy, gt.s0 ^s0 $3.w $1.w, add.v1 $0.yz ^v0.xxyx $2.yyzy,
        sel.s1 $2.w ^s0 $1.w $3.w
    stop, max.v0 $0.x $1.x $1.z, max.s0 ^s0 $1.y $1.w, sum4.v1 $0.x $2, max.s1 $0.w ^s0 $0.x
