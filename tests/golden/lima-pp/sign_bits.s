// 1 instructions, lower bound 1
# lima-pp, 1 instruction, 7 words
# v0  input v: vec4
# o0  output ret0: vec4
# u0  uniform u: vec4
# outputs: 0
    stop, load.v $1 0, load.u 0, mul.v0 ^v0 $1_abs ^u, add.v1 $0 ^v0 -$1
