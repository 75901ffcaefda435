// 28 instructions, lower bound 14
// AGAL version 1, fragment program, 28 tokens
// v0        input arg0: float
// v1        input arg1: int
// oc        output arg3: vec4
// fc0..fc1  uniform arg2: vec4[2]
// fc2 = 2, 1, 3, 0.25
// fc3 = 4, _, _, _
mul ft0.x, v1.x, fc2.w
frc ft0.y, ft0.x
sub ft0.x, ft0.x, ft0.y
mul ft0.x, ft0.x, fc3.x
sub ft0.x, v1.x, ft0.x
slt ft0.yzw, ft0.x, fc2.xxyz
mul ft0.zw, ft0.zzzw, fc0.xxxz
sge ft1.xyz, ft0.x, fc2.yxz
mul ft1.xz, ft1.xxz, fc0.yyw
add ft0.zw, ft0.zzzw, ft1.xxxz
mul ft0.y, ft0.y, ft0.z
mul ft1.x, ft1.y, ft0.w
add ft0.x, ft0.x, fc3.x
sub ft0.w, ft0.x, fc3.x
slt ft1.yzw, ft0.w, fc2.yyzx
mul ft0.xz, ft1.yyz, fc1.xxz
sge ft2.xyz, ft0.w, fc2.yxz
mul ft1.yz, ft2.xxz, fc1.yyw
add ft0.xyz, ft0.yxz, ft1.xyz
mul ft0.y, ft1.w, ft0.y
mul ft0.z, ft2.y, ft0.z
add ft0.z, ft0.y, ft0.z
mul ft0.x, v0.x, ft0.x
add ft0.y, v0.x, fc2.x
div ft0.x, ft0.x, ft0.y
mul ft0.y, ft0.x, ft0.x
mov ft0.w, fc2.y
mov oc, ft0
