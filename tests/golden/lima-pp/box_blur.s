// 14 instructions, lower bound 10
# lima-pp, 14 instructions, 87 words
# v0      input arg0: vec2
# o0      output ret0: vec4
# u0..u3  uniform arg1: vec4[4]
# s0      sampler sampler0: sampler2D
# outputs: 0
    load.v $3.xy 0, load.u 1, add.v1 $2.zw $3.xxxy ^u.xxxy
    load.u 3, add.v1 $2.xy $3.xyx ^u.xyx
    load.u 0, add.v1 $3.zw $3.xxxy ^u.zzzw
    sync, load.v ^tex_coord.xy 0.xy, texld_2d 0, load.u 0, mov.v0 $1 ^tex_sampler, add.v1 $4.xy $3.xyx ^u.xyx
    sync, load.v ^tex_coord.xy $4.xyx, texld_2d 0, add.v1 $1 $1 ^tex_sampler
    sync, load.v ^tex_coord.xy $3.zwz, texld_2d 0, load.u 1, add.v1 $1 $1 ^tex_sampler, add.s1 $4.y $3.y ^u.w
    load.u 2, add.v1 $3.zw $3.xxxy ^u.zzzw, add.s1 $4.z $3.x ^u.x
    sync, load.v ^tex_coord.xy $2.zwz, texld_2d 0, load.u 1, add.v1 $1 $1 ^tex_sampler, add.s1 $4.x $3.x ^u.z
    load.u 3, add.v1 $2.zw $3.xxxy ^u.zzzw
    sync, load.v ^tex_coord.xy $4.xyx, texld_2d 0, load.u 2, add.v1 $1 $1 ^tex_sampler, add.s1 $4.x $3.y ^u.y
    sync, load.v ^tex_coord.xy $4.zxz, texld_2d 0, add.v1 $1 $1 ^tex_sampler
    sync, load.v ^tex_coord.xy $3.zwz, texld_2d 0, add.v1 $1 $1 ^tex_sampler
    sync, load.v ^tex_coord.xy $2.xyx, texld_2d 0, add.v1 $1 $1 ^tex_sampler
    stop, sync, load.v ^tex_coord.xy $2.zwz, texld_2d 0, add.v1 $1 $1 ^tex_sampler, mul.s2 $0 ^const0.x $1,
        const0 0.1111 0.0 0.0 0.0
