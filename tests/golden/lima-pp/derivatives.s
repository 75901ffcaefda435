// 3 instructions, lower bound 1
# lima-pp, 3 instructions, 13 words
# v0  input uv: vec2
# o0  output ret0: vec4
# u0  uniform scale: vec4
# u1  uniform gl_FbWposYTransform: vec4
# outputs: 0
    sync, load.v $1.xy 0, dfdy.v1 $1.zw $1.xxxy -$1.xxxy
    sync, load.u 1, dfdx.v1 $1.xy $1.xyx -$1.xyx, mul.s2 $1.zw ^u.x $1.zzzw
    stop, load.u 0, mul.v0 $0 ^u $1
