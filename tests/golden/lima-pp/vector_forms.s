// 9 instructions, lower bound 1
# lima-pp, 9 instructions, 41 words
# v0  input a: vec4
# v1  input b: vec4
# o0  output ret0: vec4
# u0  uniform u: vec4
# outputs: 0
    load.v $2.w 0
    load.v $3.w 1
    load.v $3.z 0
    load.v $3.y 0, gt.s0 ^s0 $3.w $2.w, sel.s1 $1.w ^s0 $2.w $3.w
    load.v $2.yz 1, gt.s0 ^s0 $2.z $3.z, sel.s1 $1.z ^s0 $3.z $2.z
    load.v $1.x 0, gt.s0 ^s0 $2.y $3.y, sel.s1 $1.y ^s0 $3.y $2.y
    load.v $2.x 1, gt.s0 ^s0 $2.x $1.x, mov_int.v1 $2.xy $2.yzy, sel.s1 $2.z ^s0 $1.x $2.x
    load.u 0, mul.v0 ^v0 $2.xyx ^u.yzy, max.s0 $2.x $1.x $3.y, add.v1 $0.yz ^v0.xxyx $1.yyzy,
        add.s1 $1.x $2.z ^const0.x, const0 0.0 0.0 0.0 0.0
    stop, max.s0 ^s0 $2.x $3.z, sum4.v1 $0.x $1, max.s1 $0.w ^s0 $2.w
