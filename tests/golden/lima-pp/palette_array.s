// 7 instructions, lower bound 7
# lima-pp, 7 instructions, 36 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# v2  input arg2: float
# o0  output ret0: vec4
# outputs: 0
    load.v $1.x 2, mov_int.s2 $3.x $1.x
    load.v $1 0, mul.s0 ^s0 $3.x ^const0.x, floor.s1 $3.y ^s0, const0 0.25 0.0 0.0 0.0
    load.v $2 1, mul.s0 ^s0 $3.y ^const0.x, add.v1 $3 $1 -$2, add.s1 $4.x -^s0 $3.x, const0 4.0 0.0 0.0 0.0
    gt.v0 ^v0 ^const0.zxyz $4.x, add.v1 $5.xyz -^v0.xyzx ^const0.x, const0 1.0 2.0 3.0 0.0
    mul.v0 $4 $1 $2, mov.s0 ^s0 $5.x, sel.v1 $3 ^s0 $3 $4
    mov.s0 ^s0 $5.y, sel.v1 $1 ^s0 $2 $1
    stop, mov.s0 ^s0 $5.z, sel.v1 $0 ^s0 $3 $1
