// 4 instructions, lower bound 3
# lima-pp, 4 instructions, 19 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# o0  output ret0: vec4
# outputs: 0
    load.v $1 1
    load.v $0 0, mul.v0 ^v0 $0.wzw $1.yxy, mul.s0 ^s0 $0.x $1.z, add.v1 $0.zw ^v0.xxxy $0.zzzx,
        add.s1 $1.x ^s0 -$1.w
    mul.v0 $0.yz $0.y $0.zzwz, add.v1 $0.z $0.z $0.w, add.s1 $0.w $0.z $1.x
    stop, add.v1 $0.x $0.y $1.z, add.s1 $0.y $0.y $0.x
