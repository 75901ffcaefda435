// 19 instructions, lower bound 14
# lima-pp, 19 instructions, 114 words
# v0  input arg0: vec2
# o0  output ret0: vec4
# outputs: 0
    load.v $4.xy 0, floor.v1 $1.xw $4.xxxy, fract.s1 $3.w $4.x
    mul.s0 ^s0 $1.x ^const0.y, add.v1 $1.yz $1.xxwx ^const0.x, fract.s1 $1.x ^s0, const0 1.0 0.1031 0.0 0.0
    mul.s0 $1.w $1.w ^const0.y, fract.v1 $2.x $1.w, add.s1 $4.w $1.x ^const0.x, const0 33.34 0.1031 0.0 0.0
    mul.v0 ^v0 $1.yzy ^const0.y, mul.s0 $2.z $1.x $4.w, fract.v1 $3.xy ^v0.xyx, add.s1 $1.y $2.x ^const0.x,
        const0 33.34 0.1031 0.0 0.0
    mul.v0 $2.w $2.x $4.w, mul.s0 $2.y $1.y $1.x, sum3.v1 $1.z $2.ywzy, fract.s1 $1.w $4.y
    mul.s0 ^s0 $3.w ^const0.z, add.v1 $2.yw $3.xxxy ^const0.x, add.s1 $5.y -^s0 ^const0.y,
        mul.s2 $3.z $1.w ^const0.z, const0 33.34 3.0 2.0 0.0
    mul.v0 $4.xyz $3.xxyx $2.ywy, mul.s0 $1.y $3.x $1.y, sum3.v1 $3.z $4.yzxy, add.s1 $5.x ^const0.x -$3.z,
        mul.s2 $5.z $4.w $3.y, const0 3.0 0.0 0.0 0.0
    mul.v0 ^v0 $1.x $2.w, mul.s0 ^s0 $2.x $2.y, add.v1 $1.y ^v0.x $5.z, add.s1 $2.y ^s0 $1.y
    mov.v0 $4.yz $1.xxzx, mov.s0 $4.w $2.x, sum4.v1 $1.z $4.yzwz, add.s1 $2.w $1.x $1.z
    sum4.v1 $3.z $3.xzyz, add.s1 $5.z $3.x $3.z
    mul.s0 $1.z $1.z $2.w, fract.v1 $1.z $1.z, add.s1 $2.y $2.y $4.x
    add.v1 $2.w $2.z $1.y, add.s1 $2.z $2.y $3.x
    sum3.v1 $1.x $2.xzyx, add.s1 $2.x $2.w $1.x
    mov.v0 $2.y $3.y, mul.s0 ^s0 $3.z $5.z, sum3.v1 $2.y $2.yxwy, fract.s1 $1.y ^s0
    mul.v0 ^v0 $2.x $2.y, mul.s0 ^s0 $2.z $1.x, fract.v1 $1.x ^v0.x, fract.s1 $5.z ^s0
    mul.s0 $5.w $3.w $3.w, add.v1 $5.z $1.y -$1.x, add.s1 $1.y $5.z -$1.z, mul.s2 $5.y $5.w $5.y
    mul.v0 ^v0 $5.y $1.y, mul.s0 ^s0 $5.y $5.z, add.v1 $1.x ^v0.x $1.z, add.s1 $1.z ^s0 $1.x,
        mul.s2 $1.y $1.w $1.w
    mul.s0 $1.y $1.y $5.x, add.s1 $1.z $1.z -$1.x
    stop, mul.s0 $1.y $1.y $1.z, add.v1 $0.xyz $1.x $1.y, mov.s2 $0.w ^const0.x, const0 1.0 0.0 0.0 0.0
