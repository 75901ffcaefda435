// 5 instructions, lower bound 4
# lima-pp, 5 instructions, 26 words
# v0  input nx: float
# v1  input ny: float
# v2  input nz: float
# o0  output out: vec4
# u0  uniform light: vec3
# u1  uniform colour: vec4
# outputs: 0
    load.v $2.x 1
    load.v $3.x 0, mul.s2 $1.y $2.x $2.x
    load.v $4.x 2, load.u 0, mul.v0 $1.z $4.x $4.x, mul.s0 $1.x $3.x $3.x, sum3.v1 $1.w $1.xyzx,
        mul.s2 $1.y $2.x ^u.y
    load.u 0, mul.v0 $1.z $4.x ^u.z, mul.s0 $1.x $3.x ^u.x, sum3.v1 $1.x $1.xyzx, rsqrt.s2 $1.y $1.w
    stop, load.u 1, mul_pos.s0 $1.x $1.x $1.y, mul.s2 $0 $1.x ^u
