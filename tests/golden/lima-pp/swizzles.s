// 4 instructions, lower bound 3
# lima-pp, 4 instructions, 17 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# o0  output ret0: vec4
# outputs: 0
    load.v $0 0
    load.v $1 1, mul.v0 $2.xyz $0.wzxw $1.yxzy, add.v1 $1.xy $0.zxz $2.xyx, add.s1 $1.w $2.z -$1.w
    mul.v0 $0.yz $0.y $1.xxyx, add.v1 $0.zw $0.z $1.yyyw
    stop, add.v1 $0.x $0.y $1.z, add.s1 $0.y $0.y $0.x
