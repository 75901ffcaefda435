// 11 instructions, lower bound 10
# lima-pp, 11 instructions, 85 words
# v0      input arg0: vec2
# o0      output ret0: vec4
# u0..u3  uniform arg1: vec4[4]
# s0      sampler sampler0: sampler2D
# outputs: 0
    load.v $2.xy 0, load.u 1, add.v1 $3.xy $2.xyx ^u.xyx, add.s1 $3.z $2.x ^u.z
    load.u 0, add.v1 $4.xy $2.xyx ^u.xyx, add.s1 $4.z $2.x ^u.z
    sync, load.v ^tex_coord.xy 0.xy, texld_2d 0, load.u 2, mov.v0 $1 ^tex_sampler,
        add.v1 $2.zw $2.xxxy ^u.zzzw, add.s1 $3.w $2.y ^u.y
    sync, load.v ^tex_coord.xy $4.xyx, texld_2d 0, load.u 0, add.v1 $1 $1 ^tex_sampler, add.s1 $4.x $2.y ^u.w
    sync, load.v ^tex_coord.xy $4.zxz, texld_2d 0, load.u 3, add.v1 $1 $1 ^tex_sampler, add.s1 $4.y $2.y ^u.y
    sync, load.v ^tex_coord.xy $3.xyx, texld_2d 0, load.u 1, add.v1 $1 $1 ^tex_sampler, add.s1 $3.x $2.y ^u.w
    sync, load.v ^tex_coord.xy $3.zxz, texld_2d 0, load.u 2, add.v1 $1 $1 ^tex_sampler, add.s1 $3.x $2.x ^u.x
    sync, load.v ^tex_coord.xy $3.xwx, texld_2d 0, load.u 3, add.v1 $1 $1 ^tex_sampler, add.s1 $4.z $2.x ^u.z
    sync, load.v ^tex_coord.xy $2.zwz, texld_2d 0, load.u 3, add.v1 $1 $1 ^tex_sampler, add.s1 $4.x $2.x ^u.x
    sync, load.v ^tex_coord.xy $4.xyx, texld_2d 0, load.u 3, add.v1 $1 $1 ^tex_sampler, add.s1 $4.x $2.y ^u.w
    stop, sync, load.v ^tex_coord.xy $4.zxz, texld_2d 0, add.v1 $1 $1 ^tex_sampler, mul.s2 $0 ^const0.x $1,
        const0 0.1111 0.0 0.0 0.0
