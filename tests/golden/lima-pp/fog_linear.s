// 3 instructions, lower bound 3
# lima-pp, 3 instructions, 18 words
# v0  input arg0: vec4
# v1  input arg1: float
# o0  output ret0: vec4
# u0  uniform arg2: vec4
# u1  uniform arg3: vec2
# outputs: 0
    load.v $1.x 1, load.u 1, mov.s0 ^s0 ^u.x, add.s1 $2.x ^s0 -$1.x, mov.s2 $2.y ^u.y
    load.v $1 0, load.u 0, mul_sat.s0 $2.x $2.y $2.x, add.v1 $1 $1 -^u
    stop, load.u 0, mul.v0 ^v0 $1 $2.x, add.v1 $0 ^v0 ^u
