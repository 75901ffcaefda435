// 5 instructions, lower bound 4
# lima-pp, 5 instructions, 31 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# v2  input arg2: vec4
# o0  output ret0: vec4
# outputs: 0
    load.v $1 1, min.v0 $2.x $1.z $1.w, min.s0 ^s0 $1.x $1.y, min.s1 $4.x ^s0 $2.x
    load.v $3 0, max.v0 $3.y $3.x $3.y, max.s0 $1.y $1.x $1.y, max.v1 $1.z $3.z $3.w, max.s1 $1.w $1.z $1.w
    load.v $2 2, max.v0 $1.y $1.y $1.w, max.s0 $3.z $3.x $1.x, max.v1 $1.w $3.y $1.z, min.s1 $2.y $2.x $2.y
    min.v0 $2.x $2.z $2.w, min.s0 $1.z $3.z $2.x, min.v1 $1.x $3.x $1.x, min.s1 $4.y $2.y $2.x
    stop, max.v0 $0.xz $1.wwxw $1.yyzy, min.s0 $0.y $4.y $4.x, add.s1 $0.w $0.x -$0.y
