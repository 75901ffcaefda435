// 12 instructions, lower bound 8
# lima-pp, 12 instructions, 88 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# outputs: 0
    mov.s0 $0.x ^const0.x, store.t -1.x+$0.x $0.x, const0 0.0 0.0 0.0 0.0
    mov.s2 $0.y ^const0.x, store.t -1.x+$0.y $0.x, const0 1.0 0.0 0.0 0.0
    load.v $1 0, mov_sat.s1 $0.z $1.x, mov.s2 $1.x ^const0.x, store.t -1.x+$1.x $0.x, const0 2.0 0.0 0.0 0.0
    mul.v0 $1.y $0.z ^const0.x, mov_sat.s0 $0.w $1.y, floor.s1 $0.z $1.y, mov.s2 $1.y ^const0.x,
        store.t -1.x+$1.y $0.x, const0 3.0 0.0 0.0 0.0
    load.t -1.x+$0.z, mov.v0 $0.w ^u.x, mul.s0 $2.x $0.w ^const0.y, floor.v1 $0.w $2.x,
        add.s1 $2.x $0.w ^const0.x, mov_sat.s2 $1.z $1.z, store.t -1.x+$0.z $2.x, const0 0.25 3.0 0.0 0.0
    load.t -1.x+$0.w, mul.v0 ^v0 $1.z ^const0.y, mov.s0 $1.z ^u.x, floor.v1 $1.z ^v0.x,
        add.s1 $0.z $1.z ^const0.x, mov_sat.s2 $1.w $1.w, store.t -1.x+$0.w $0.z, const0 0.25 3.0 0.0 0.0
    load.t -1.x+$1.z, mul.v0 ^v0 $1.w ^const0.y, mov.s0 $1.w ^u.x, floor.v1 $1.w ^v0.x,
        add.s1 $0.z $1.w ^const0.x, store.t -1.x+$1.z $0.z, const0 0.25 3.0 0.0 0.0
    load.t -1.x+$1.w, mov.s0 $1.z ^u.x, add.s1 $1.z $1.z ^const0.x, store.t -1.x+$1.w $1.z,
        const0 0.25 0.0 0.0 0.0
    load.t -1.x+$0.y, mov.s2 $0.y ^u.x
    load.t -1.x+$1.y, mov.s2 $0.w ^u.x
    load.t -1.x+$1.x, mov.s0 $0.z ^u.x
    stop, load.t -1.x+$0.x, mov.s2 $0.x ^u.x
