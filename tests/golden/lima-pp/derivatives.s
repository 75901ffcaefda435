// 2 instructions, lower bound 2
# lima-pp, 2 instructions, 13 words
# v0  input uv: vec2
# o0  output ret0: vec4
# u0  uniform scale: vec4
# u1  uniform gl_FbWposYTransform: vec4
# outputs: 0
    sync, load.v $0.xy 0, load.u 1, dfdy.v1 $1.yz $0.xxyx -$0.xxyx, dfdx.s1 $1.x $0.x -$0.x,
        mul.s2 $1.yz ^u.x $1.yyzy
    stop, sync, load.u 0, mul.v0 $0.xzw ^u.xxzw $1.xxyz, dfdx.s1 $0.y $0.y -$0.y, mul.s2 $0.y ^u.y $0.y
