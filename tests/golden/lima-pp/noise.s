// 20 instructions, lower bound 14
# lima-pp, 20 instructions, 115 words
# v0  input arg0: vec2
# o0  output ret0: vec4
# outputs: 0
    load.v $4.xy 0, floor.v1 $1.xz $4.yx, fract.s1 $4.z $4.y
    mul.s0 ^s0 $1.x ^const0.y, add.v1 $1.yw $1.zzzx ^const0.x, fract.s1 $1.x ^s0, const0 1.0 0.1031 0.0 0.0
    mul.s0 $1.z $1.z ^const0.y, fract.v1 $1.z $1.z, add.s1 $2.w $1.x ^const0.x, const0 33.34 0.1031 0.0 0.0
    mul.v0 ^v0 $1.ywy ^const0.y, mul.s0 $3.x $2.w $1.z, fract.v1 $2.xy ^v0.xyx, add.s1 $5.y $1.z ^const0.x,
        const0 33.34 0.1031 0.0 0.0
    mul.v0 $3.y $1.x $5.y, mul.s0 $3.z $1.z $5.y, sum3.v1 $1.w $3.xyzx, fract.s1 $5.x $4.x
    mul.s0 ^s0 $4.z ^const0.z, add.v1 $4.xy $2.xyx ^const0.x, add.s1 $4.w -^s0 ^const0.y,
        const0 33.34 3.0 2.0 0.0
    mul.v0 $3.xyw $2.xxxy $4.xyx, mul.s0 ^s0 $5.x ^const0.y, sum3.v1 $2.z $3.ywxy,
        add.s1 $3.y -^s0 ^const0.x, mov.s2 $1.y $1.x, const0 3.0 2.0 0.0 0.0
    mul.v0 $2.w $2.x $2.w, mul.s0 ^s0 $1.x $4.x, sum4.v1 $2.w $1.zwyw, add.s1 $1.y ^s0 $2.w
    mul.v0 ^v0 $5.y $2.y, mul.s0 $3.w $1.z $4.y, add.v1 $1.w ^v0.x $3.w, add.s1 $3.w $1.z $1.w
    mul.s0 ^s0 $2.w $3.w, sum4.v1 $4.x $2.xzyz, fract.s1 $3.w ^s0
    add.v1 $1.w $2.x $2.z, add.s1 $2.z $3.z $1.w
    add.v1 $1.y $1.y $3.x, add.s1 $2.w $2.z $1.z
    mov.s0 $2.y $2.y, sum3.v1 $3.x $2.ywzy, add.s1 $1.z $1.y $2.x
    mul.s0 ^s0 $4.x $1.w, sum3.v1 $4.x $1.xzyx, fract.s1 $3.z ^s0
    mul.v0 $4.x $2.w $3.x, mul.s0 $3.x $1.z $4.x, fract.v1 $4.x $3.x, fract.s1 $3.x $4.x
    mul.s0 $4.y $5.x $5.x, add.v1 $4.x $3.z -$3.x, add.s1 $3.z $4.x -$3.w, mul.s2 $3.y $4.y $3.y
    mul.v0 ^v0 $3.y $4.x, mul.s0 ^s0 $3.y $3.z, add.v1 $1.x ^v0.x $3.x, add.s1 $4.x ^s0 $3.w,
        mul.s2 $4.y $4.z $4.z
    mul.s0 $4.y $4.y $4.w, add.s1 $4.z $1.x -$4.x
    mul.s0 ^s0 $4.y $4.z, add.s1 $0.x ^s0 $4.x
    stop, mov.v1 $0.yz $0.x, mov.s2 $0.w ^const0.x, const0 1.0 0.0 0.0 0.0
