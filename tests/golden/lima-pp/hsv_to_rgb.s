// 6 instructions, lower bound 1
# lima-pp, 6 instructions, 35 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# outputs: 0
    load.v $1.x 0, add.v1 $1.xyz $1.x ^const0.zyxz, const0 0.3333 0.6665 1.0 0.0
    fract.v1 $1.xyz $1.xyzx
    mul.v0 ^v0 $1.xyzx ^const0.y, add.v1 $0.xyz ^v0.xyzx -^const0.x, const0 3.0 6.0 0.0 0.0
    load.v $0.w 0, add_sat.v1 $0.xyz $0_abs.xyzx -^const0.x, const0 1.0 0.0 0.0 0.0
    load.v $1.z 0, add.v1 $0.xyz $0.xyzx -^const0.x, const0 1.0 0.0 0.0 0.0
    stop, load.v $1.y 0, mul.v0 ^v0 $1.y $0.xyzx, add.v1 $0.xyz ^v0.xyzx ^const0.x,
        mul.s2 $0.xyz $1.z $0.xyzx, const0 1.0 0.0 0.0 0.0
