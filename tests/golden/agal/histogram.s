// 57 instructions, lower bound 39
// AGAL version 1, fragment program, 57 tokens
// v0  input arg0: vec4
// oc  output ret0: vec4
// fc0 = 0, 1, 2, 3
// fc1 = 0.25, _, _, _
sat ft0, v0.wzyx
mul ft0, ft0, fc0.w
frc ft1, ft0
sub ft1, ft0, ft1
slt ft2, ft1, ft0
slt ft0, ft0, fc0.x
mul ft0, ft0, ft2
add ft0, ft1, ft0
slt ft1, ft0.zzzy, fc0.zyw
seq ft2, ft0.w, fc0
mul ft2, ft2, fc1.x
mul ft1.yz, ft1.yyz, ft2.xxz
sge ft3, ft0.zzzy, fc0.yzwy
mul ft3.xz, ft3.xxz, ft2.yyw
add ft1.yz, ft1.yyz, ft3.xxz
mul ft0.w, ft1.x, ft1.y
mul ft1.x, ft3.y, ft1.z
add ft0.w, ft0.w, ft1.x
add ft0.w, ft0.w, fc1.x
seq ft4, ft0.z, fc0
mul ft4, ft4, ft0.w
sne ft5, ft0.z, fc0
mul ft2, ft5, ft2
add ft2, ft4, ft2
slt ft4, ft0.xxy, fc0.zyzy
mul ft0.z, ft4.w, ft2.x
mul ft0.w, ft3.w, ft2.y
add ft0.z, ft0.z, ft0.w
mul ft0.z, ft4.z, ft0.z
mul ft0.w, ft1.w, ft2.z
sge ft1, ft0.yyx, fc0.zwyz
mul ft1.y, ft1.y, ft2.w
add ft0.w, ft0.w, ft1.y
mul ft0.w, ft1.x, ft0.w
add ft0.z, ft0.z, ft0.w
add ft0.z, ft0.z, fc1.x
seq ft3, ft0.y, fc0
mul ft3, ft3, ft0.z
sne ft5, ft0.y, fc0
mul ft2, ft5, ft2
add ft2, ft3, ft2
mul ft0.y, ft4.y, ft2.x
mul ft0.z, ft1.z, ft2.y
add ft0.y, ft0.y, ft0.z
mul ft0.y, ft4.x, ft0.y
slt ft0.z, ft0.x, fc0.w
sge ft0.w, ft0.x, fc0.w
mul ft0.zw, ft0.zzzw, ft2.zzzw
add ft0.z, ft0.z, ft0.w
mul ft0.z, ft1.w, ft0.z
add ft0.y, ft0.y, ft0.z
add ft0.y, ft0.y, fc1.x
seq ft1, ft0.x, fc0
mul ft1, ft1, ft0.y
sne ft0, ft0.x, fc0
mul ft0, ft0, ft2
add oc, ft1, ft0
