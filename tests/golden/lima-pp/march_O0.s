// 7 instructions, lower bound 6
# lima-pp, 7 instructions, 46 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# u0  uniform arg1: vec4
# outputs: 0
    mov.v0 $1.xy ^const0.x, mov.s2 $1.w ^const0.x, const0 0.0 0.0 0.0 0.0
L0:
    load.v $2.xyz 0, load.u 0, mul.v0 ^v0 $2.xyzx $1.x, add.v1 $2.xyz ^v0.xyzx -^u.xyzx
    mul.v0 ^v0 $2.xyzx $2.xyzx, sum3.v1 $1.z ^v0.xyzx
    load.u 0, add.s1 $1.z $1.z -^u.w, branch_lt $1.z ^const0.x L1, const0 0.01 0.0 0.0 0.0
    mul.s0 ^s0 $1.z ^const0.x, add.s1 $1.x ^s0 $1.x, const0 0.25 0.0 0.0 0.0
    mov.s0 $1.z $1.w, add.v1 $1.y $1.y ^const0.y, add.s1 $1.w $1.w ^const0.y, branch_ne $1.z ^const0.x L0,
        const0 5.0 1.0 0.0 0.0
L1:
    stop, mov.v0 $0.xy $1.xyx, mul.s0 $0.z $1.y ^const0.y, mov.s2 $0.w ^const0.x, const0 1.0 0.125 0.0 0.0
