// 5 instructions, lower bound 5
# lima-pp, 5 instructions, 32 words
# v0  input arg0: vec4
# v1  input arg1: vec4
# v2  input arg2: vec2
# o0  output ret0: vec4
# u0  uniform arg3: float
# s0  sampler sampler0: sampler2D
# s1  sampler sampler1: samplerCube
# outputs: 0
    load.v $1.xyz 0
    load.v $2.xyz 1, mul.v0 ^v0 $1.xyzx $2.xyzx, sum3.v1 $1.w ^v0.xyzx, mul.s2 $1.w $1.w ^const0.x,
        const0 2.0 0.0 0.0 0.0
    sync, load.v ^tex_coord.xy 2.xy, texld_2d 0, mul.v0 ^v0 $1.xyzx $1.w, add.v1 $2.xyz -^v0.xyzx $2.xyzx,
        mul.s2 $1 ^const0.x ^tex_sampler, const0 1.0 0.0 0.0 0.0
    sync, load.v ^tex_coord.xyz cube($2.xyzx), texld_cube 1, add.v1 $2 ^tex_sampler -$1
    stop, load.u 0, mul.v0 ^v0 $2 ^u.x, add.v1 $0 ^v0 $1
