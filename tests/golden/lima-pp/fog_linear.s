// 4 instructions, lower bound 1
# lima-pp, 4 instructions, 19 words
# v0  input arg0: vec4
# v1  input arg1: float
# o0  output ret0: vec4
# u0  uniform arg2: vec4
# u1  uniform arg3: vec2
# outputs: 0
    load.v $1.x 1, load.u 1, add.s1 $2.x ^u.x -$1.x
    load.v $1 0, load.u 0, add.v1 $1 $1 -^u
    load.u 1, mul_sat.s0 $2.x ^u.y $2.x
    stop, load.u 0, mul.v0 ^v0 $1 $2.x, add.v1 $0 ^v0 ^u
