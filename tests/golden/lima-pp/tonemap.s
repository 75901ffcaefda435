// 11 instructions, lower bound 1
# lima-pp, 11 instructions, 55 words
# v0  input arg0: vec4
# v1  input arg1: vec2
# o0  output ret0: vec4
# u0  uniform arg2: float
# outputs: 0
    load.v $2.x 1
    load.v $1.xyz 0, load.u 0, mul.s2 $1.xyz ^u.x $1.xyzx, branch_lt $2.x ^const0.x L0, const0 0.5 0.0 0.0 0.0
    mov_pos.v1 $1.xyz $1.xyzx
    mul.v0 ^v0 $1.xyzx ^const0.y, add.v1 $2.xyz ^v0.xyzx ^const0.x, const0 0.59 2.43 0.0 0.0
    mul.v0 ^v0 $1.xyzx $2.xyzx, add.v1 $0.xyz ^v0.xyzx ^const0.x, rcp.s2 $0.z $0.z, const0 0.14 0.0 0.0 0.0
    mul.v0 ^v0 $1.xyzx ^const0.y, add.v1 $2.xyz ^v0.xyzx ^const0.x, rcp.s2 $0.y $0.y, const0 0.03 2.51 0.0 0.0
    mul.v0 $1.xyz $1.xyzx $2.xyzx, rcp.s2 $0.x $0.x
    stop, load.v $0.w 0, mul.v0 $0.xyz $1.xyzx $0.xyzx
L0:
    mov_pos.s0 ^s0 $1.z, max.s1 $1.w ^s0 $1.y
    max.s0 ^s0 $1.x $1.w, add.s1 $1.w ^s0 ^const0.x, rcp.s2 $1.w $1.w, const0 1.0 0.0 0.0 0.0
    stop, load.v $0.w 0, mul.s2 $0.xyz $1.w $1.xyzx
