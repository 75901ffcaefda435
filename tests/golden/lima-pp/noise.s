// 19 instructions, lower bound 13
# lima-pp, 19 instructions, 120 words
# v0  input arg0: vec2
# o0  output ret0: vec4
# outputs: 0
    load.v $4.xy 0, floor.v1 $1.zw $4.xxxy
    mul.v0 ^v0 $1.w ^const0.x, mul.s0 ^s0 $1.z ^const0.x, fract.v1 $1.y ^v0.x, fract.s1 $1.x ^s0,
        const0 0.1031 0.0 0.0 0.0
    add.v1 $1.zw $1.zzzw ^const0.y, add.s1 $3.x $1.y ^const0.x, const0 33.34 1.0 0.0 0.0
    mul.v0 ^v0 $1.zwz ^const0.y, mul.s0 $3.y $3.x $1.x, fract.v1 $2.yz ^v0.xxyx, add.s1 $2.x $1.x ^const0.x,
        mul.s2 $4.w $1.x $2.x, const0 33.34 0.1031 0.0 0.0
    mul.v0 $3.z $1.y $2.x, mov.s0 $3.w $4.w, sum3.v1 $1.z $3.yzwy, fract.s1 $5.x $4.x
    add.v1 $3.yz $2.yyzy ^const0.x, fract.s1 $3.w $4.y, const0 33.34 0.0 0.0 0.0
    mul.v0 $4.xyz $2.yyzy $3.yzy, mul.s0 ^s0 $5.x ^const0.y, sum3.v1 $2.w $4.yzxy,
        add.s1 $5.y -^s0 ^const0.x, const0 3.0 2.0 0.0 0.0
    mul.v0 $4.y $2.x $2.z, mul.s0 $4.z $1.x $3.z, sum3.v1 $1.w $4.yzwy, add.s1 $2.x $1.x $1.z
    mov.v0 $4.yz $1.xxyx, mov.s0 $4.w $1.z, sum4.v1 $1.z $4.ywzw, add.s1 $5.w $1.w $1.x
    mul.s0 $3.x $2.y $3.x, sum4.v1 $4.y $2.ywzw, add.s1 $4.z $2.y $2.w, mul.s2 $3.y $1.y $3.y
    mov.v0 $3.z $4.x, mul.s0 ^s0 $1.z $2.x, sum3.v1 $1.z $3.yxzy, fract.s1 $5.z ^s0
    mov.v0 $2.xz $1.wwxw, mov.s0 $2.w $2.z, sum4.v1 $3.y $2.xzwx, add.s1 $1.w $1.z $2.y, mov.s2 $1.x $2.y
    mov.v0 $1.yz $1.zzyz, mul.s0 ^s0 $4.y $4.z, sum4.v1 $3.z $1.yxzy, fract.s1 $3.x ^s0
    mul.v0 ^v0 $5.w $3.y, mul.s0 ^s0 $1.w $3.z, fract.v1 $5.w ^v0.x, fract.s1 $3.y ^s0
    mul.s0 $3.z $5.x $5.x, add.v1 $3.x $3.x -$5.w, add.s1 $5.x $3.y -$5.z, mul.s2 $5.y $3.z $5.y
    mul.v0 ^v0 $5.y $3.x, mul.s0 ^s0 $5.y $5.x, add.v1 $3.y ^v0.x $5.w, add.s1 $3.x ^s0 $5.z
    mul.v0 $3.z $3.w $3.w, mul.s0 $3.w $3.w ^const0.y, add.v1 $3.w ^const0.x -$3.w, add.s1 $3.y $3.y -$3.x,
        mul.s2 $3.z $3.z $3.w, const0 3.0 2.0 0.0 0.0
    mul.s0 ^s0 $3.z $3.y, add.s1 $0.x ^s0 $3.x
    stop, mov.v1 $0.yz $0.x, mov.s2 $0.w ^const0.x, const0 1.0 0.0 0.0 0.0
