// 2 instructions, lower bound 2
# lima-pp, 2 instructions, 14 words
# v0      input arg0: vec3
# v1      input arg1: vec3
# o0      output ret0: vec3
# u0..u1  uniform arg2: vec3[2]
# outputs: 0
    load.v $1.xyz 0, load.u 0, mul.v0 ^v0 $1.xyzx ^u.xyzx, sum3_pos.v1 $1.w ^v0.xyzx
    stop, load.v $1.xyz 1, load.u 1, mul.v0 ^v0 $1.xyzx $1.w, add.v1 $0.xyz ^v0.xyzx ^u.xyzx
