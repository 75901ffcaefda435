// 5 instructions, lower bound 5
# lima-pp, 5 instructions, 23 words
# v0      input arg0: vec2
# o0      output ret0: vec4
# u0..u1  uniform arg1: vec4[2]
# outputs: 0
    load.v $1.xy 0, mul.v0 ^v0 $1.yxy ^const0.x, floor.v1 $1.xy ^v0.xyx, const0 8.0 0.0 0.0 0.0
    add.s1 $1.x $1.x $1.y
    mul.s0 ^s0 $1.x ^const0.x, floor.s1 $1.y ^s0, const0 0.5 0.0 0.0 0.0
    mul.s0 ^s0 $1.y ^const0.x, add.s1 $1.x -^s0 $1.x, const0 2.0 0.0 0.0 0.0
    stop, load.u 0+$1.x, mov.v0 $0 ^u
