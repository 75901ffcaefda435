// 21 instructions, lower bound 1
# lima-pp, 21 instructions, 128 words
# v0  input arg0: vec2
# o0  output ret0: vec4
# outputs: 0
    load.v $5.y 0
    load.v $5.x 0, floor.v1 $1.y $5.y, floor.s1 $1.x $5.x
    add.v1 $1.zw $1.xxxy ^const0.x, const0 1.0 0.0 0.0 0.0
    mul.v0 ^v0 $1.y ^const0.x, mul.s0 ^s0 $1.x ^const0.x, fract.v1 $1.y ^v0.x, fract.s1 $1.x ^s0,
        const0 0.1031 0.0 0.0 0.0
    mul.v0 ^v0 $1.zwz ^const0.y, fract.v1 $2.yz ^v0.xxyx, add.s1 $2.x $1.x ^const0.x,
        const0 33.34 0.1031 0.0 0.0
    mul.s0 $4.w $1.x $2.x, add.v1 $3.yz $2.yyzy ^const0.x, add.s1 $3.x $1.y ^const0.x, mul.s2 $4.y $1.y $2.x,
        const0 33.34 0.0 0.0 0.0
    mul.v0 $4.x $3.x $1.x, mov.s0 $4.z $4.w, sum3.v1 $1.w $4.xyzx
    mul.v0 $4.xyz $2.yyzy $3.yzy, sum3.v1 $2.w $4.yzxy, fract.s1 $3.w $5.y
    mul.v0 $4.y $2.x $2.z, mul.s0 $4.z $1.x $3.z, sum3.v1 $1.z $4.yzwy, fract.s1 $3.z $5.x,
        mul.s2 $2.x $3.z ^const0.x, const0 2.0 0.0 0.0 0.0
    mov.v0 $4.yz $1.xxyx, mov.s0 $4.w $1.w, sum4.v1 $5.y $4.ywzw, add.s1 $5.x ^const0.x -$2.x,
        const0 3.0 0.0 0.0 0.0
    sum4.v1 $0.x $2.ywzw, add.s1 $1.w $1.x $1.w
    mov.v0 $4.yz $1.zzxz, mov.s0 $4.w $2.z, sum4.v1 $5.z $4.yzwy, add.s1 $4.y $2.y $2.w, mul.s2 $2.z $2.y $3.x
    mul.v0 $2.x $1.y $3.y, mov.s0 $2.w $4.x, sum3.v1 $1.x $2.xzwx, add.s1 $5.w $1.z $1.x
    mul.v0 ^v0 $5.y $1.w, mul.s0 ^s0 $0.x $4.y, fract.v1 $3.x ^v0.x, fract.s1 $3.y ^s0
    mov.v0 $1.yz $1.xxyx, mov.s0 $1.w $2.y, sum4.v1 $1.x $1.ywzy, add.s1 $5.y $1.x $2.y
    mul.v0 ^v0 $5.w $5.z, mul.s0 ^s0 $5.y $1.x, fract.v1 $5.y ^v0.x, fract.s1 $5.z ^s0
    mul.s0 $5.w $3.z $3.z, add.v1 $3.z $3.y -$5.y, add.s1 $3.y $5.z -$3.x, mul.s2 $5.x $5.w $5.x
    mul.v0 ^v0 $5.x $3.z, mul.s0 ^s0 $5.x $3.y, add.v1 $3.y ^v0.x $5.y, add.s1 $3.x ^s0 $3.x
    mul.v0 ^v0 $3.w ^const0.y, mul.s0 $3.z $3.w $3.w, add.v1 $3.w -^v0.x ^const0.x, add.s1 $3.y $3.y -$3.x,
        mul.s2 $3.z $3.z $3.w, const0 3.0 2.0 0.0 0.0
    mul.s0 ^s0 $3.z $3.y, add.s1 $0.x ^s0 $3.x
    stop, mov.v1 $0.yz $0.x, mov.s2 $0.w ^const0.x, const0 1.0 0.0 0.0 0.0
