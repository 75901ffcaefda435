// 2 instructions, lower bound 2
# lima-pp, 2 instructions, 10 words
# v0  input arg0: vec2
# o0  output ret0: bool
# u0  uniform arg1: vec4
# outputs: 0
    load.v $1.xy 0, load.u 0, ge.v1 $1.xyz $1.xyyx ^u.xywx, gt.s1 $1.w ^u.z $1.x
    stop, mul.s0 ^s0 $1.y $1.w, gt.s1 $1.y ^s0 $1.z, mul.s2 $0.x $1.x $1.y
