// 7 instructions, lower bound 6
# lima-pp, 7 instructions, 45 words
# v0  input arg0: vec4
# v1  input arg1: vec2
# o0  output ret0: vec4
# u0  uniform arg2: float
# outputs: 0
    load.v $0 0, load.u 0, mul_pos.v0 $1.xyz $0.zxyz ^u.x, mul.s2 $0.xyz ^u.x $0.xyzx
    mul.v0 ^v0 $1.yzxy ^const0.y, max.s0 $1.w $0.y $1.x, add.v1 $3.xyz ^v0.xyzx ^const0.x,
        const0 0.59 2.43 0.0 0.0
    mul.v0 ^v0 $1.yzxy ^const0.z, max.s0 ^s0 $0.x $1.w, add.v1 $2.xyz ^v0.xyzx ^const0.x,
        add.s1 $1.w ^s0 ^const0.y, rcp.s2 $1.w $1.w, const0 0.03 1.0 2.51 0.0
    mul.v0 ^v0 $1.yzxy $3.xyzx, add.v1 $3.xyz ^v0.xyzx ^const0.x, rcp.s2 $2.w $3.x, const0 0.14 0.0 0.0 0.0
    mul.v0 $1.xyz $1.yzxy $2.xyzx, rcp.s2 $2.x $3.y
    mul.v0 $0.xyz $0.xyzx $1.w, rcp.s2 $2.y $3.z
    stop, load.v $3.x 1, mul.v0 $1.xyz $1.xyzx $2.wxyw, gt.s0 ^s0 ^const0.x $3.x,
        sel.v1 $0.xyz ^s0 $0.xyzx $1.xyzx, const0 0.5 0.0 0.0 0.0
