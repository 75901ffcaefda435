// 47 instructions, lower bound 35
// AGAL version 1, fragment program, 47 tokens
// v0  input arg0: vec4
// oc  output ret0: vec4
// fc0 = 0, 1, 2, 3
// fc1 = 0.25, _, _, _
sat ft0, v0.wzyx
mul ft0, ft0, fc0.w
frc ft1, ft0
sub ft0, ft0, ft1
slt ft1.xy, ft0.z, fc0.yw
seq ft2, ft0.w, fc0
mul ft2, ft2, fc1.x
sge ft1.zw, ft0.z, fc0.yyyw
mul ft1, ft1, ft2.xzyw
add ft1.xy, ft1.xy, ft1.zw
slt ft3.xyz, ft0.yyz, fc0.ywz
mul ft0.w, ft3.z, ft1.x
sge ft4, ft0.zy, fc0.zywz
mul ft1.x, ft4.x, ft1.y
add ft0.w, ft0.w, ft1.x
add ft0.w, ft0.w, fc1.x
seq ft1, ft0.z, fc0
mul ft1, ft1, ft0.w
sne ft5, ft0.z, fc0
mul ft2, ft5, ft2
add ft1, ft1, ft2
mul ft0.zw, ft3.xxxy, ft1.xxxz
mul ft2.xy, ft4.yz, ft1.yw
add ft0.zw, ft0.zzzw, ft2.xxxy
slt ft2, ft0.xxxy, fc0.zywz
mul ft0.z, ft2.w, ft0.z
mul ft0.w, ft4.w, ft0.w
add ft0.z, ft0.z, ft0.w
add ft0.z, ft0.z, fc1.x
seq ft3, ft0.y, fc0
mul ft3, ft3, ft0.z
sne ft4, ft0.y, fc0
mul ft1, ft4, ft1
add ft1, ft3, ft1
mul ft0.yz, ft2.yyz, ft1.xxz
sge ft2.yzw, ft0.x, fc0.yywz
mul ft2.yz, ft2.yyz, ft1.yyw
add ft0.yz, ft0.yyz, ft2.yyz
mul ft0.y, ft2.x, ft0.y
mul ft0.z, ft2.w, ft0.z
add ft0.y, ft0.y, ft0.z
add ft0.y, ft0.y, fc1.x
seq ft2, ft0.x, fc0
mul ft2, ft2, ft0.y
sne ft0, ft0.x, fc0
mul ft0, ft0, ft1
add oc, ft2, ft0
