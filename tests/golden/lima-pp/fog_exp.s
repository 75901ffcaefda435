// 3 instructions, lower bound 3
# lima-pp, 3 instructions, 17 words
# v0  input arg0: vec4
# v1  input arg1: float
# o0  output ret0: vec4
# u0  uniform arg2: vec4
# outputs: 0
    load.v $1.x 1, load.u 0, mul.s2 $1.x $1.x ^u.w
    load.v $0 0, load.u 0, mul.s0 $1.x $1.x -$1.x, add.v1 $0.xyz $0.xyzx -^u.xyzx, exp2.s2 $1.x $1.x
    stop, load.u 0, mul.v0 ^v0 $0.xyzx $1.x, add.v1 $0.xyz ^v0.xyzx ^u.xyzx
