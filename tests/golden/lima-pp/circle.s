// 4 instructions, lower bound 4
# lima-pp, 4 instructions, 22 words
# v0  input arg0: vec2
# o0  output ret0: vec4
# u0  uniform arg1: vec4
# u1  uniform arg2: vec4
# outputs: 0
    load.v $1.xy 0, load.u 0, add.v1 $1.xy $1.xyx -^u.xyx
    mul.v0 $1.xy $1.xyx $1.xyx, add.s1 $1.x $1.x $1.y, sqrt.s2 $1.x $1.x
    load.u 0, add.s1 $1.x $1.x -^u.z, mul.s2 $1.x ^u.w $1.x
    stop, load.u 1, add_sat.s1 $1.x ^const0.x -$1.x, mul.s2 $0 $1.x ^u, const0 0.5 0.0 0.0 0.0
