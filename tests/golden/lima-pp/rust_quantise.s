// 12 instructions, lower bound 11
# lima-pp, 12 instructions, 75 words
# v0  input u: float
# v1  input v: float
# o0  output out: vec4
# outputs: 0
    load.v $1.x 1
    load.v $2.x 0, mul.s0 $1.y $1.x ^const0.y, max.s1 $1.z $1.y -^const0.x, mul.s2 $1.x $2.x ^const0.y,
        const0 inf 10.0 0.0 0.0
    min_int.v0 $1.y $1.z ^const0.y, eq.s0 ^s0 $1.y $1.y, max.v1 $1.y $1.x -^const0.y,
        sel.s1 $1.z ^s0 $1.y ^const0.x, const0 0.0 inf 0.0 0.0
    min_int.v0 $1.x $1.y ^const0.y, eq.s0 ^s0 $1.x $1.x, sel.v1 $1.x ^s0 $1.x ^const0.x,
        sel_pos.s1 $1.y ^s0 $1.x ^const0.x, const0 0.0 inf 0.0 0.0
    mul.s0 ^s0 $1.z ^const0.x, add.s1 $1.x ^s0 $1.x, const0 3.0 0.0 0.0 0.0
    mul.v0 $2.x $1.x ^const0.y, gt.s0 $1.w ^const0.x $1.x, floor.s1 $2.x $2.x, const0 0.0 0.1428 0.0 0.0
    mul.s0 $2.y $1.w ^const0.x, add.v1 $1.x $1.x $2.y, add.s1 $1.w $2.x $1.w, const0 7.0 0.0 0.0 0.0
    mul.s0 ^s0 $1.w ^const0.x, add.s1 $1.x -^s0 $1.x, const0 7.0 0.0 0.0 0.0
    gt.s0 $1.w ^const0.x $1.x, const0 0.0 0.0 0.0 0.0
    mul.s0 ^s0 $1.w ^const0.x, add.s1 $1.x ^s0 $1.x, const0 7.0 0.0 0.0 0.0
    min.s0 $2.x $1.y ^const0.y, gt.v1 $1.y $1.z ^const0.z, ge.s1 $1.w $1.x ^const0.x, const0 7.0 9.0 0.0 0.0
    stop, gt.v0 $1.w ^const0.y $1.z, mul.s0 $1.z $1.w ^const0.x, add.v1 $0.xz $1.xxyx -$1.zzwz,
        add.s1 $0.y $2.x ^const0.y, mov.s2 $0.w ^const0.z, const0 7.0 0.0 1.0 0.0
