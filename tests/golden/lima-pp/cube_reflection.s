// 6 instructions, lower bound 1
# lima-pp, 6 instructions, 32 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# v2  input arg2: vec2
# o0  output ret0: vec4
# u0  uniform arg3: float
# s0  sampler sampler0: sampler2D
# s1  sampler sampler1: samplerCube
# outputs: 0
    load.v $2.xyz 1
    sync, load.v ^tex_coord.xy 2.xy, texld_2d 0, mov.v0 $1 ^tex_sampler
    load.v $3.xyz 0, mul.v0 ^v0 $3.xyzx $2.xyzx, sum3.v1 $2.w ^v0.xyzx, mul.s2 $2.w $2.w ^const0.x,
        const0 2.0 0.0 0.0 0.0
    mul.v0 ^v0 $3.xyzx $2.w, add.v1 $2.xyz -^v0.xyzx $2.xyzx
    sync, load.v ^tex_coord.xyz cube($2.xyzx), texld_cube 1, add.v1 $2 ^tex_sampler -$1
    stop, load.u 0, mul.v0 ^v0 $2 ^u.x, add.v1 $0 ^v0 $1
