// 16 instructions, lower bound 1
# lima-pp, 16 instructions, 85 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# v2  input arg2: int
# o0  output ret0: vec4
# outputs: 0
    load.v $1 1
    load.v $2.x 2, not.s0 $2.x $2.x, mov.v1 $1 $1, branch_ne $2.x ^const0.x L2, const0 0.0 0.0 0.0 0.0
    load.v $1.x 2, branch_eq $1.x ^const0.x L1, const0 1.0 0.0 0.0 0.0
    load.v $1.x 2, branch_eq $1.x ^const0.x L0, const0 2.0 0.0 0.0 0.0
    load.v $4.w 1
    load.v $4.xyz 1
    load.v $1 0, add.v1 $2.xyz $1.xyzx $4.xyzx, min.s1 $3.w $1.w $4.w
    load.v $0.x 2, min.v0 $3.xyz $1.xyzx $4.xyzx, eq.s0 ^s0 $0.x ^const0.x, sel.v1 $3 ^s0 $3 $1,
        add.s1 $2.w $1.w $4.w, const0 9.0 0.0 0.0 0.0
    mul.v0 $5.xyz $1.xyzx $4.xyzx, mul.s0 $5.w $1.w $4.w, add.v1 $2 $2 -$5
    mul_x2.v0 $4.xyz $1.xyzx $4.xyzx, eq.s0 ^s0 $0.x ^const0.x, sel.v1 $1 ^s0 $4 $3, const0 4.0 0.0 0.0 0.0
    eq.s0 ^s0 $0.x ^const0.x, sel.v1 $1 ^s0 $2 $1, branch L2, const0 3.0 0.0 0.0 0.0
L0:
    load.v $1 1
    load.v $2 0, mul.v0 $1 $2 $1, branch L2
L1:
    load.v $1 1
    load.v $2 0, add.v1 $1 $2 $1
L2:
    stop, mov.v1 $0 $1
