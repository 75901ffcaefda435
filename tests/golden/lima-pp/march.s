// 27 instructions, lower bound 27
# lima-pp, 27 instructions, 161 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# u0  uniform arg1: vec4
# outputs: 0
    load.v $1.xyz 0, load.u 0, mul.v0 ^v0 $1.xyzx ^const0.x, add.v1 $1.xyz ^v0.xyzx -^u.xyzx,
        const0 0.0 0.0 0.0 0.0
    mul.v0 ^v0 $1.xyzx $1.xyzx, sum3.v1 $1.w ^v0.xyzx
    load.u 0, mov.v0 $1.xyz ^const0.y, add.s1 $1.w $1.w -^u.w, branch_lt $1.w ^const0.x L0,
        const0 0.01 0.0 0.0 0.0
    mul.s2 $1.x $1.w ^const0.x, const0 0.25 0.0 0.0 0.0
    load.v $2.xyz 0, load.u 0, mul.v0 ^v0 $2.xyzx $1.x, add.v1 $1.yzw ^v0.xxyz -^u.xxyz
    mul.v0 ^v0 $1.yzwy $1.yzwy, sum3.v1 $1.y ^v0.xyzx
    load.u 0, mov.v1 $1.yz ^const0.yzy, add.s1 $2.x $1.y -^u.w, branch_lt $2.x ^const0.x L0,
        const0 0.01 0.125 1.0 0.0
    mul.s0 ^s0 $2.x ^const0.x, add.s1 $1.x ^s0 $1.x, const0 0.25 0.0 0.0 0.0
    load.v $2.xyz 0, load.u 0, mul.v0 ^v0 $2.xyzx $1.x, add.v1 $1.yzw ^v0.xxyz -^u.xxyz
    mul.v0 ^v0 $1.yzwy $1.yzwy, sum3.v1 $1.y ^v0.xyzx
    load.u 0, mov.v1 $1.yz ^const0.yzy, add.s1 $1.w $1.y -^u.w, branch_lt $1.w ^const0.x L0,
        const0 0.01 0.25 2.0 0.0
    mul.s0 ^s0 $1.w ^const0.x, add.s1 $1.x ^s0 $1.x, const0 0.25 0.0 0.0 0.0
    load.v $2.xyz 0, load.u 0, mul.v0 ^v0 $2.xyzx $1.x, add.v1 $1.yzw ^v0.xxyz -^u.xxyz
    mul.v0 ^v0 $1.yzwy $1.yzwy, sum3.v1 $1.w ^v0.xyzx
    load.u 0, mov.v0 $1.yz ^const0.yzy, add.s1 $2.x $1.w -^u.w, branch_lt $2.x ^const0.x L0,
        const0 0.01 0.375 3.0 0.0
    mul.s0 ^s0 $2.x ^const0.x, add.s1 $1.w ^s0 $1.x, const0 0.25 0.0 0.0 0.0
    load.v $1.xyz 0, load.u 0, mul.v0 ^v0 $1.xyzx $1.w, add.v1 $2.xyz ^v0.xyzx -^u.xyzx
    mul.v0 ^v0 $2.xyzx $2.xyzx, sum3.v1 $2.x ^v0.xyzx
    load.u 0, add.s1 $2.x $2.x -^u.w
    mul.s0 ^s0 $2.x ^const0.x, add.s1 $2.y ^s0 $1.w, const0 0.25 0.0 0.0 0.0
    load.u 0, mul.v0 ^v0 $1.xyzx $2.y, add.v1 $1.xyz ^v0.xyzx -^u.xyzx
    mul.v0 ^v0 $1.xyzx $1.xyzx, sum3.v1 $2.z ^v0.xyzx
    load.u 0, add.s1 $2.z $2.z -^u.w
    mul.s0 ^s0 $2.z ^const0.x, add.s1 $2.w ^s0 $2.y, const0 0.25 0.0 0.0 0.0
    gt.s0 ^s0 ^const1.x $2.z, sel.v1 $1.xy ^s0 ^const0.xzx ^const0.ywy, sel.s1 $1.z ^s0 $2.y $2.w,
        const0 0.625 0.75 5.0 6.0, const1 0.01 0.0 0.0 0.0
    gt.s0 ^s0 ^const0.x $2.x, sel.v1 $1.yz ^s0 ^const0.yzy $1.xyx, sel.s1 $1.x ^s0 $1.w $1.z,
        const0 0.01 0.5 4.0 0.0
L0:
    stop, mov.v1 $0.xyz $1.xyzx, mov.s2 $0.w ^const0.x, const0 1.0 0.0 0.0 0.0
