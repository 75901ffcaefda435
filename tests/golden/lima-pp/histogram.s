// 12 instructions, lower bound 8
# lima-pp, 12 instructions, 69 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# outputs: 0
    mov.s2 $2.x ^const0.x, store.t -1.x $2.x, const0 0.0 0.0 0.0 0.0
    store.t -1.y $2.x
    load.v $1 0, mov_sat.v0 $1 $1, store.t -1.z $2.x
    mul.v0 ^v0 $1 ^const0.x, floor.v1 $1 ^v0, store.t -1.w $2.x, const0 3.0 0.0 0.0 0.0
    load.t -1.x+$1.x, mov.s0 $2.x ^u.x, add.s1 $2.x $2.x ^const0.x, store.t -1.x+$1.x $2.x,
        const0 0.25 0.0 0.0 0.0
    load.t -1.x+$1.y, mov.s0 $1.x ^u.x, add.s1 $1.x $1.x ^const0.x, store.t -1.x+$1.y $1.x,
        const0 0.25 0.0 0.0 0.0
    load.t -1.x+$1.z, mov.s0 $1.x ^u.x, add.s1 $1.x $1.x ^const0.x, store.t -1.x+$1.z $1.x,
        const0 0.25 0.0 0.0 0.0
    load.t -1.x+$1.w, mov.s0 $1.x ^u.x, add.s1 $1.x $1.x ^const0.x, store.t -1.x+$1.w $1.x,
        const0 0.25 0.0 0.0 0.0
    load.t -1.y, mov.s2 $0.y ^u.x
    load.t -1.z, mov.s2 $0.z ^u.x
    load.t -1.w, mov.s2 $0.w ^u.x
    stop, load.t -1.x, mov.s0 $0.x ^u.x
