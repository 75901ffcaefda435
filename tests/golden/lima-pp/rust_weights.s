// 4 instructions, lower bound 3
# lima-pp, 4 instructions, 25 words
# v0      input value: vec4
# v1      input weight: vec4
# o0      output out: vec4
# u0..u1  uniform bias: vec4[2]
# outputs: 0
    load.v $1 0, load.u 0, mov.s0 $3.z ^u.x, mov.v1 $3.xy ^u.wzw, mov.s2 $3.w ^u.y
    load.v $2 1, load.u 1, mul.v0 $1 $1 $2, max.s0 $3.z $3.z ^u.x, max.v1 $3.yw $3.yyyx ^u.zzzw,
        max.s1 $3.x $3.w ^u.y
    max.v0 $2.xy $3.zxz $3.ywy, sum4.v1 $0.x $1, max_pos.s1 $0.y $2.x $2.y
    stop, max.s0 $0.z $0.x $0.y, mov.s2 $0.w ^const0.x, const0 1.0 0.0 0.0 0.0
