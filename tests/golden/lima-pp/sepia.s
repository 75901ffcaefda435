// 4 instructions, lower bound 3
# lima-pp, 4 instructions, 23 words
# v0  input arg0: vec4
# o0  output ret0: vec4
# outputs: 0
    load.v $0 0, mul.v0 $1.xyz $0.xyx ^const0.yzxy, const0 0.272 0.393 0.686 0.0
    mul.v0 ^v0 $0.yxy ^const0.zxyz, add.v1 $1.xyz ^v0.xyzx $1.xyzx, const0 0.349 0.534 0.769 0.0
    mul.v0 ^v0 $0.z ^const0.zyxz, add.v1 $0.xyz ^v0.xyzx $1.xyzx, const0 0.131 0.168 0.189 0.0
    stop, min.v0 $0.xyz $0.xyzx ^const0.x, const0 1.0 0.0 0.0 0.0
