// 5 instructions, lower bound 5
# lima-pp, 5 instructions, 32 words
# v0      input arg0: vec4
# v1      input arg1: vec4
# v2      input arg2: vec4
# o0      output ret0: vec4
# u0..u2  uniform arg3: vec4[3]
# outputs: 0
    load.v $1.xyz 0, load.u 0, add.v1 $1.xyz ^u.xyzx -$1.xyzx
    mul.v0 ^v0 $1.xyzx $1.xyzx, sum3.v1 $3.x ^v0.xyzx, sqrt.s2 $3.y $3.x
    load.v $2.xyz 1, load.u 2, mul.v0 ^v0 $2.xyzx $1.xyzx, sum3.v1 $3.z ^v0.xyzx, mov.s1 $1.x ^u.x,
        rcp.s2 $3.w $3.y
    load.u 2, mul.v0 $1.yz ^u.yyzy $3.yyxy, mul_pos.s0 $1.w $3.z $3.w, sum3.v1 $1.x $1.xyzx, rcp.s2 $1.x $1.x
    stop, load.v $0 2, load.u 1, mul.v0 $0.xyz $0.xyzx ^u.xyzx, mul.s0 $1.x $1.w $1.x,
        mul.s2 $0.xyz $1.x $0.xyzx
