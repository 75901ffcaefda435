// 2 instructions, lower bound 2
# lima-pp, 2 instructions, 14 words
# v0  input arg0: vec2
# o0  output ret0: bool
# u0  uniform arg1: vec4
# outputs: 0
    load.v $1.xy 0, load.u 0, gt.s0 $1.z ^u.z $1.x, ge.v1 $1.w $1.y ^u.y, ge.s1 $1.y $1.y ^u.w,
        mul.s2 $1.z $1.w $1.z
    stop, load.u 0, ge.v0 $1.x $1.x ^u.x, gt.s0 $1.y $1.z $1.y, mul.s2 $0.x $1.x $1.y
