// 4 instructions, lower bound 4
# lima-pp, 4 instructions, 26 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# v2  input arg2: vec4
# o0  output ret0: vec4
# outputs: 0
    load.v $1 1, max.v0 $2.x $1.z $1.w, max.s0 ^s0 $1.x $1.y, min.v1 $1.yz $1.xxzx $1.yywy,
        max.s1 $3.x ^s0 $2.x
    load.v $2 0, max.v0 $4.y $2.x $1.x, min.s0 $4.x $1.y $1.z, max.v1 $3.yz $2.xxzx $2.yywy,
        min.s1 $3.w $2.x $1.x
    load.v $1 2, min.v0 $1.yz $1.xxzx $1.yywy, max.s0 $3.z $3.y $3.z, min.v1 $4.y $1.y $1.z,
        min.s1 $3.y $4.y $1.x
    stop, max.v0 $0.xz $3.zzwz $3.xxyx, min.s0 $0.y $4.y $4.x, add.s1 $0.w $0.x -$0.y
