// 6 instructions, lower bound 6
# lima-pp, 6 instructions, 41 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# u0  uniform arg1: vec4
# outputs: 0
    mov.v0 $1.xyz ^const0.x, const0 0.0 0.0 0.0 0.0
L0:
    load.v $2.xyz 0, load.u 0, mul.v0 ^v0 $2.xyzx $1.x, add.v1 $2.xyz ^v0.xyzx -^u.xyzx
    mul.v0 ^v0 $2.xyzx $2.xyzx, sum3.v1 $1.w ^v0.xyzx
    load.u 0, add.s1 $1.w $1.w -^u.w, branch_lt $1.w ^const0.x L1, const0 0.01 0.0 0.0 0.0
    mul.v0 $2.x $1.w ^const0.z, mov.s0 $1.w $1.z, add.v1 $1.yz $1.yyzy ^const0.y, add.s1 $1.x $1.x $2.x,
        branch_ne $1.w ^const0.x L0, const0 5.0 1.0 0.25 0.0
L1:
    stop, mul.s0 $0.z $1.y ^const0.y, mov.v1 $0.xy $1.xyx, mov.s2 $0.w ^const0.x, const0 1.0 0.125 0.0 0.0
