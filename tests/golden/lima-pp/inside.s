// 3 instructions, lower bound 1
# lima-pp, 3 instructions, 17 words
# v0  input arg0: vec2
# o0  output ret0: bool
# u0  uniform arg1: vec4
# outputs: 0
    load.v $1.y 0
    load.v $1.x 0, load.u 0, gt.v1 $1.w ^u.z $1.x, ge.s1 $1.z $1.y ^u.y
    stop, load.u 0, ge.v0 $1.y $1.y ^u.w, mul.s0 ^s0 $1.z $1.w, ge.v1 $1.x $1.x ^u.x, gt.s1 $1.y ^s0 $1.y,
        mul.s2 $0.x $1.x $1.y
