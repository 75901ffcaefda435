// 6 instructions, lower bound 6
# lima-pp, 6 instructions, 32 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# outputs: 0
    load.v $0 0, add.v1 $1.xyz $0.x ^const0.zyxz, const0 0.3333 0.6665 1.0 0.0
    fract.v1 $1.xyz $1.xyzx
    mul.v0 ^v0 $1.xyzx ^const0.y, add.v1 $1.xyz ^v0.xyzx -^const0.x, const0 3.0 6.0 0.0 0.0
    add_sat.v1 $1.xyz $1_abs.xyzx -^const0.x, const0 1.0 0.0 0.0 0.0
    add.v1 $1.xyz $1.xyzx -^const0.x, const0 1.0 0.0 0.0 0.0
    stop, mul.v0 ^v0 $0.y $1.xyzx, add.v1 $1.xyz ^v0.xyzx ^const0.x, mul.s2 $0.xyz $0.z $1.xyzx,
        const0 1.0 0.0 0.0 0.0
