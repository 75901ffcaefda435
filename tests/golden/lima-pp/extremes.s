// 14 instructions, lower bound 1
# lima-pp, 14 instructions, 58 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# v2  input arg2: vec4
# o0  output ret0: vec4
# outputs: 0
    load.v $1.w 2
    load.v $1.z 2
    load.v $2.y 2
    load.v $1.x 2
    load.v $2.w 1
    load.v $2.z 1
    load.v $3.y 1
    load.v $2.x 1
    load.v $3.w 0
    load.v $4.x 0, max.s0 $3.z $4.x $2.x, min.v1 $1.y $4.x $2.x, min.s1 $3.x $2.z $2.w
    load.v $5.z 0, min.v0 $4.z $2.x $3.y, min.s0 $4.y $1.z $1.w, min.v1 $4.w $1.x $2.y, max.s1 $1.z $2.z $2.w
    load.v $2.y 0, max.v0 $3.w $2.x $3.y, max.s0 $3.y $5.z $3.w, max.v1 $1.x $4.x $2.y, min.s1 $1.w $3.z $1.x
    min.v0 $3.z $4.z $3.x, min.s0 $3.x $4.w $4.y, max.v1 $1.z $3.w $1.z, max.s1 $1.x $1.x $3.y
    stop, max.v0 $0.xz $1.xxyx $1.zzwz, min.s0 $0.y $3.x $3.z, add.s1 $0.w $0.x -$0.y
