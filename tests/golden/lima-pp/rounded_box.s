// 8 instructions, lower bound 8
# lima-pp, 8 instructions, 40 words
# v0      input arg0: vec2
# v1      input arg1: vec4
# o0      output ret0: vec4
# u0..u1  uniform arg2: vec4[2]
# outputs: 0
    load.v $1.xy 0, load.u 0, add.v1 $1.xy $1.xyx -^u.xyx
    load.u 0, add.v1 $1.xy $1_abs.xyx -^u.zwz
    load.u 1, mov.s0 $2.x ^u.x, add_pos.v1 $1.zw $1.xxxy $2.x
    add.v1 $1.xy $1.xyx $2.x
    mul.v0 $1.zw $1.zzzw $1.zzzw, max.v1 $2.y $1.x $1.y, add.s1 $2.z $1.z $1.w, sqrt.s2 $2.z $2.z
    min.s0 ^s0 $2.y ^const0.x, add.s1 $2.y ^s0 $2.z, const0 0.0 0.0 0.0 0.0
    load.u 1, add.s1 $2.x $2.y -$2.x, mov.s2 $2.y ^u.y
    stop, load.v $1 1, mul.s0 ^s0 $2.y $2.x, add_sat.s1 $2.x -^s0 ^const0.x, mul.s2 $0 $2.x $1,
        const0 0.5 0.0 0.0 0.0
