// 12 instructions, lower bound 1
# lima-pp, 12 instructions, 91 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# outputs: 0
    mov.s2 $0.x ^const0.x, store.t -1.x+$0.x $0.x, const0 0.0 0.0 0.0 0.0
    mov.s2 $0.y ^const0.x, store.t -1.x+$0.y $0.x, const0 1.0 0.0 0.0 0.0
    load.v $1.x 0, mov_sat.s1 $0.w $1.x, mov.s2 $0.z ^const0.x, store.t -1.x+$0.z $0.x, const0 2.0 0.0 0.0 0.0
    load.v $1.y 0, mul.s0 ^s0 $0.w ^const0.x, mov_sat.v1 $1.y $1.y, floor.s1 $1.x ^s0, mov.s2 $0.w ^const0.x,
        store.t -1.x+$0.w $0.x, const0 3.0 0.0 0.0 0.0
    load.v $1.z 0, load.t -1.x+$1.x, mul.v0 ^v0 $1.y ^const0.y, mov.s0 $1.y ^u.x, floor.v1 $1.y ^v0.x,
        add.s1 $1.w $1.y ^const0.x, mov_sat.s2 $1.z $1.z, store.t -1.x+$1.x $1.w, const0 0.25 3.0 0.0 0.0
    load.v $1.w 0, load.t -1.x+$1.y, mul.v0 ^v0 $1.z ^const0.y, mov.s0 $1.x ^u.x, floor.v1 $1.x ^v0.x,
        add.s1 $2.x $1.x ^const0.x, mov_sat.s2 $1.z $1.w, store.t -1.x+$1.y $2.x, const0 0.25 3.0 0.0 0.0
    load.t -1.x+$1.x, mul.v0 ^v0 $1.z ^const0.y, mov.s0 $1.y ^u.x, floor.v1 $1.y ^v0.x,
        add.s1 $1.z $1.y ^const0.x, store.t -1.x+$1.x $1.z, const0 0.25 3.0 0.0 0.0
    load.t -1.x+$1.y, mov.s0 $1.x ^u.x, add.s1 $1.x $1.x ^const0.x, store.t -1.x+$1.y $1.x,
        const0 0.25 0.0 0.0 0.0
    load.t -1.x+$0.w, mov.s2 $0.w ^u.x
    load.t -1.x+$0.z, mov.s2 $0.z ^u.x
    load.t -1.x+$0.y, mov.s2 $0.y ^u.x
    stop, load.t -1.x+$0.x, mov.s2 $0.x ^u.x
