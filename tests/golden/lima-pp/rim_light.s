// 7 instructions, lower bound 7
# lima-pp, 7 instructions, 37 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# v2  input arg2: vec4
# o0  output ret0: vec4
# u0  uniform arg3: vec4
# outputs: 0
    load.v $1.xyz 1, mul.v0 ^v0 $1.xyzx $1.xyzx, sum3.v1 $1.w ^v0.xyzx, rsqrt.s2 $1.w $1.w
    load.v $2.xyz 0, mul.v0 ^v0 $2.xyzx $2.xyzx, sum3.v1 $2.w ^v0.xyzx, rsqrt.s2 $2.w $2.w
    mul.v0 $2.xyz $2.xyzx $2.w, mul.s2 $1.xyz $1.w $1.xyzx
    mul.v0 ^v0 $2.xyzx $1.xyzx, sum3_sat.v1 $1.x ^v0.xyzx
    add.s1 $1.x ^const0.x -$1.x, const0 1.0 0.0 0.0 0.0
    mul.s0 $1.y $1.x $1.x, mul.s2 $2.x $1.x $1.y
    stop, load.v $1 2, load.u 0, mul.v0 ^v0 $2.x ^u.xyzx, add.v1 $0.xyz ^v0.xyzx $1.xyzx,
        add.s1 $0.w $1.w ^const0.x, const0 0.0 0.0 0.0 0.0
