// 8 instructions, lower bound 1
# lima-pp, 8 instructions, 32 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# o0  output ret0: vec4
# outputs: 0
    load.v $1.w 1
    load.v $2.x 1
    load.v $1.x 0
    load.v $1.z 1
    load.v $2.z 0
    load.v $1.y 1, mul.s0 ^s0 $1.x $1.z, add.s1 $1.w ^s0 -$1.w
    load.v $2.w 0, mul.v0 ^v0 $2.z $2.x, mul.s0 ^s0 $2.w $1.y, add.v1 $1.y ^v0.x $1.x, add.s1 $2.x ^s0 $2.z
    stop, load.v $2.y 0, mul.v0 $2.y $2.y $1.y, mul.s0 $2.x $2.y $2.x, add.v1 $0 $2.xxy $1.zxyw
