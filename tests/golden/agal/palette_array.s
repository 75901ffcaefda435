// 24 instructions, lower bound 18
// AGAL version 1, fragment program, 24 tokens
// v0  input arg0: vec4
// v1  input arg1: vec4
// v2  input arg2: float
// oc  output ret0: vec4
// fc0 = 2, 1, 3, 0
// fc1 = 0.25, 4, _, _
slt ft0.x, v2.x, fc0.w
frc ft0.y, v2.x
sub ft0.y, v2.x, ft0.y
slt ft0.z, ft0.y, v2.x
mul ft0.x, ft0.x, ft0.z
add ft0.x, ft0.y, ft0.x
mul ft0.y, ft0.x, fc1.x
frc ft0.z, ft0.y
sub ft0.y, ft0.y, ft0.z
mul ft0.y, ft0.y, fc1.y
sub ft0.x, ft0.x, ft0.y
slt ft0.xyz, ft0.x, fc0.xyz
mul ft1, ft0.y, v0
sub ft2.xyz, fc0.y, ft0.yxz
mul ft3, ft2.x, v1
add ft1, ft1, ft3
mul ft1, ft0.x, ft1
mul ft3, v0, v1
mul ft0, ft0.z, ft3
sub ft3, v0, v1
mul ft3, ft2.z, ft3
add ft0, ft0, ft3
mul ft0, ft2.y, ft0
add oc, ft1, ft0
