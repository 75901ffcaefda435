// 2 instructions, lower bound 2
# lima-pp, 2 instructions, 15 words
# v0  input uv: vec2
# v1  input shadow: vec3
# o0  output ret0: vec4
# s0  sampler sampler0: sampler2D
# s1  sampler sampler1: sampler2D
# outputs: 0
    sync, load.v ^tex_coord.xyz 1_dz, texld_2d 1, mov.v0 $1 ^tex_sampler, mov.s2 $2.x ^const0.x,
        const0 1.5 0.0 0.0 0.0
    stop, sync, load.v ^tex_coord.xy 0.xy, texldb_2d 0 $2.x, mul.v0 $0 ^tex_sampler $1
