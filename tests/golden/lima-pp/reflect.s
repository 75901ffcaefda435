// 5 instructions, lower bound 5
# lima-pp, 5 instructions, 27 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# o0  output ret0: vec4
# outputs: 0
    load.v $1.xyz 1, mul.v0 ^v0 $1.xyzx $1.xyzx, sum3.v1 $1.w ^v0.xyzx, rsqrt.s2 $1.w $1.w
    mul.s2 $1.xyz $1.w $1.xyzx
    load.v $2.xyz 0, mul.v0 ^v0 $2.xyzx $1.xyzx, sum3.v1 $1.w ^v0.xyzx, mul.s2 $1.w $1.w ^const0.x,
        const0 2.0 0.0 0.0 0.0
    mul.v0 ^v0 $1.xyzx $1.w, add.v1 $1.xyz -^v0.xyzx $2.xyzx
    stop, mul.v0 ^v0 $1.xyzx ^const0.x, add.v1 $0.xyz ^v0.xyzx ^const0.x, mov.s2 $0.w ^const0.y,
        const0 0.5 1.0 0.0 0.0
