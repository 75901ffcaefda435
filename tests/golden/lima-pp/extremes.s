// 4 instructions, lower bound 4
# lima-pp, 4 instructions, 25 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# v2  input arg2: vec4
# o0  output ret0: vec4
# outputs: 0
    load.v $1 1, min.v0 $2.xy $1.xzx $1.ywy, max.v1 $1.yz $1.xxzx $1.yywy, min.s1 $4.x $2.x $2.y
    load.v $2 0, max.v0 $3.y $2.x $1.x, max.s0 $3.x $1.y $1.z, max.v1 $2.xy $2.xzx $2.ywy,
        min.s1 $3.w $2.x $1.x
    load.v $1 2, min.v0 $2.zw $1.xxxz $1.yyyw, min.s0 $3.y $3.y $1.x, min.v1 $4.y $2.z $2.w,
        max.s1 $3.z $2.x $2.y
    stop, max.v0 $0.xz $3.zzwz $3.xxyx, min.s0 $0.y $4.y $4.x, add.s1 $0.w $0.x -$0.y
