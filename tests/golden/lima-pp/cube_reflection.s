// 6 instructions, lower bound 5
# lima-pp, 6 instructions, 31 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# v2  input arg2: vec2
# o0  output ret0: vec4
# u0  uniform arg3: float
# s0  sampler sampler0: sampler2D
# s1  sampler sampler1: samplerCube
# outputs: 0
    load.v $2.xyz 1
    load.v $1.xyz 0, mul.v0 ^v0 $1.xyzx $2.xyzx, sum3.v1 $1.w ^v0.xyzx
    mul.s0 $1.w $1.w ^const0.x, mul.s2 $3.xyz $1.w $1.xyzx, const0 2.0 0.0 0.0 0.0
    sync, load.v ^tex_coord.xy 2.xy, texld_2d 0, mov.v0 $1 ^tex_sampler, add.v1 $2.xyz $2.xyzx -$3.xyzx
    sync, load.v ^tex_coord.xyz cube($2.xyzx), texld_cube 1, add.v1 $2 ^tex_sampler -$1
    stop, load.u 0, mul.v0 ^v0 $2 ^u.x, add.v1 $0 ^v0 $1
