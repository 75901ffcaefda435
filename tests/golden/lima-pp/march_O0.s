// 15 instructions, lower bound 14
# lima-pp, 15 instructions, 96 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# u0  uniform arg1: vec4
# outputs: 0
    mov.v0 $1.xy ^const0.x, mov.s2 $2.x ^const0.x, const0 0.0 0.0 0.0 0.0
L0:
    load.v $3.xyz 0, load.u 0, mul.v0 ^v0 $3.xyzx $1.x, add.v1 $2.yzw ^v0.xxyz -^u.xxyz
    mul.v0 ^v0 $2.yzwy $2.yzwy, sum3.v1 $1.z ^v0.xyzx
    load.u 0, add.s1 $1.z $1.z -^u.w, branch_lt $1.z ^const0.x L1, const0 0.01 0.0 0.0 0.0
    mul.s0 ^s0 $1.z ^const0.x, add.s1 $1.x ^s0 $1.x, const0 0.25 0.0 0.0 0.0
    load.v $3.xyz 0, load.u 0, mul.v0 ^v0 $3.xyzx $1.x, add.v1 $2.yzw ^v0.xxyz -^u.xxyz
    mul.v0 ^v0 $2.yzwy $2.yzwy, sum3.v1 $1.z ^v0.xyzx
    load.u 0, add.v1 $1.y $1.y ^const0.y, add.s1 $1.w $1.z -^u.w, branch_lt $1.w ^const0.x L1,
        const0 0.01 1.0 0.0 0.0
    mul.s0 ^s0 $1.w ^const0.x, add.s1 $1.x ^s0 $1.x, const0 0.25 0.0 0.0 0.0
    load.v $3.xyz 0, load.u 0, mul.v0 ^v0 $3.xyzx $1.x, add.v1 $2.yzw ^v0.xxyz -^u.xxyz
    mul.v0 ^v0 $2.yzwy $2.yzwy, sum3.v1 $1.z ^v0.xyzx
    load.u 0, add.v1 $1.y $1.y ^const0.y, add.s1 $1.z $1.z -^u.w, branch_lt $1.z ^const0.x L1,
        const0 0.01 1.0 0.0 0.0
    mul.s0 ^s0 $1.z ^const0.x, add.s1 $1.x ^s0 $1.x, const0 0.25 0.0 0.0 0.0
    mov.s0 $1.z $2.x, add.v1 $2.x $2.x ^const0.x, add.s1 $1.y $1.y ^const0.y, branch_ne $1.z ^const0.x L0,
        const0 3.0 1.0 0.0 0.0
L1:
    stop, mov.v0 $0.xy $1.xyx, mul.s0 $0.z $1.y ^const0.y, mov.s2 $0.w ^const0.x, const0 1.0 0.125 0.0 0.0
