// 5 instructions, lower bound 4
# lima-pp, 5 instructions, 26 words
# v0  input nx: float
# v1  input ny: float
# v2  input nz: float
# o0  output out: vec4
# u0  uniform light: vec3
# u1  uniform colour: vec4
# outputs: 0
    load.v $3.x 2
    load.v $4.x 1, mul.s0 $2.z $3.x $3.x, mul.s2 $2.y $4.x $4.x
    load.v $5.x 0, load.u 0, mov.v0 $1.xyz ^u.zyxz, mul.s0 $2.x $5.x $5.x, sum3.v1 $1.w $2.xyzx,
        mul.s2 $1.x $3.x $1.x
    mul.v0 $1.z $4.x $1.y, mul.s0 $1.y $5.x $1.z, sum3.v1 $1.x $1.yzxy, rsqrt.s2 $1.y $1.w
    stop, load.u 1, mul_pos.s0 $1.x $1.x $1.y, mul.s2 $0 $1.x ^u
