// 8 instructions, lower bound 8
# lima-pp, 8 instructions, 46 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# outputs: 0
    load.v $1 0, min.s0 $2.x $1.y $1.z, max.s1 $2.y $1.y $1.z
    max.v0 $0.z $1.x $2.y, min.s0 ^s0 $1.x $2.x, add.v1 $0.xy $1.zxz -$1.xyx, add.s1 $0.w -^s0 $0.z,
        rcp.s2 $2.x $0.w
    mul.v0 ^v0 $0.xyx $2.x, add.v1 $0.xy ^v0.xyx ^const0.xyx, const0 2.0 4.0 0.0 0.0
    eq.s0 ^s0 $0.z $1.y, add.v1 $1.z $1.y -$1.z, sel.s1 $1.y ^s0 $0.x $0.y
    mul.v0 $1.x $1.z $2.x, eq.s0 ^s0 $0.z $1.x, sel.s1 $0.x ^s0 $1.x $1.y
    mul.s0 $0.x $0.x ^const0.y, add.s1 $0.y $0.x ^const0.x, const0 1.0 0.1666 0.0 0.0
    gt.s0 ^s0 ^const0.x $0.x, sel.s1 $1.x ^s0 $0.y $0.x, rcp.s2 $1.y $0.z, const0 0.0 0.0 0.0 0.0
    stop, mul.v0 $1.y $0.w $1.y, gt.s0 ^s0 $0.w ^const0.y, sel.v1 $0.xy ^s0 $1.xyx ^const0.x,
        mov.s2 $0.w $1.w, const0 0.0 0.001 0.0 0.0
