// 12 instructions, lower bound 10
# lima-pp, 12 instructions, 72 words
# v0      input arg0: vec2
# o0      output ret0: vec4
# u0..u3  uniform arg1: vec4[4]
# s0      sampler sampler0: sampler2D
# outputs: 0
    load.v $4.xy 0, load.u 3, add.v1 $1 $4.xyxy ^u
    load.u 1, add.v1 $3 $4.xyxy ^u
    load.u 2, add.v1 $2 $4.xyxy ^u
    sync, load.v ^tex_coord.xy 0.xy, texld_2d 0, load.u 0, mov.v0 $5 ^tex_sampler, add.v1 $4 $4.xyxy ^u
    sync, load.v ^tex_coord.xy $4.xyx, texld_2d 0, add.v1 $5 $5 ^tex_sampler
    sync, load.v ^tex_coord.xy $4.zwz, texld_2d 0, add.v1 $4 $5 ^tex_sampler
    sync, load.v ^tex_coord.xy $3.xyx, texld_2d 0, add.v1 $4 $4 ^tex_sampler
    sync, load.v ^tex_coord.xy $3.zwz, texld_2d 0, add.v1 $3 $4 ^tex_sampler
    sync, load.v ^tex_coord.xy $2.xyx, texld_2d 0, add.v1 $3 $3 ^tex_sampler
    sync, load.v ^tex_coord.xy $2.zwz, texld_2d 0, add.v1 $2 $3 ^tex_sampler
    sync, load.v ^tex_coord.xy $1.xyx, texld_2d 0, add.v1 $2 $2 ^tex_sampler
    stop, sync, load.v ^tex_coord.xy $1.zwz, texld_2d 0, add.v1 $1 $2 ^tex_sampler, mul.s2 $0 ^const0.x $1,
        const0 0.1111 0.0 0.0 0.0
