// 2 instructions, lower bound 2
# lima-pp, 2 instructions, 11 words
# v0  input arg0: vec4
# v1  input arg1: float
# o0  output ret0: vec4
# outputs: 0
    load.v $2.xyz 0
    stop, load.v $1.x 1, mul.v0 ^v0 $2.xyzx $1.x, floor.v1 $1.yzw ^v0.xxyz, mul.s2 $0 ^const0.x $1.yzwx,
        const0 0.125 0.0 0.0 0.0
