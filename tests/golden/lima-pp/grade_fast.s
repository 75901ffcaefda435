// 5 instructions, lower bound 5
# lima-pp, 5 instructions, 27 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# u0  uniform arg1: vec4
# outputs: 0
    load.v $0 0, load.u 0, add.v1 $0.xyz $0.zxyz -^const0.x, add.s1 $1.x ^u.x ^const0.x,
        const0 0.5 0.0 0.0 0.0
    load.u 0, mul.v0 ^v0 $0.xyzx ^u.y, add.v1 $0.xyz ^v0.xyzx $1.x
    mul.v0 ^v0 $0.xyzx ^const0.xyzx, sum3.v1 $1.x ^v0.xyzx, const0 0.0722 0.2126 0.7153 0.0
    add.v1 $0.xyz $0.yzxy -$1.x
    stop, load.u 0, mul.v0 ^v0 ^u.z $0.xyzx, add.v1 $0.xyz ^v0.xyzx $1.x
