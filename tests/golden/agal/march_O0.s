// 69 instructions, lower bound 34
// AGAL version 1, fragment program, 69 tokens
// v0   input arg0: vec4
// oc   output ret0: vec4
// fc0  uniform arg1: vec4
// fc1 = 0.25, 3, 4, 5
// fc2 = 0, 0.01, 1, 2
// fc3 = 6, 0.125, _, _
mul ft0.xyz, v0.xyz, fc2.x
sub ft0.xyz, ft0.xyz, fc0.xyz
dp3 ft0.x, ft0.xyz, ft0.xyz
sub ft0.x, ft0.x, fc0.w
mul ft0.z, ft0.x, fc1.x
mul ft1.xyz, v0.xyz, ft0.z
sub ft1.xyz, ft1.xyz, fc0.xyz
dp3 ft0.y, ft1.xyz, ft1.xyz
sub ft0.y, ft0.y, fc0.w
slt ft0.xw, ft0.xxxy, fc2.y
sub ft0.x, fc2.z, ft0.x
sge ft1.y, ft0.w, ft0.x
sub ft1.x, fc2.z, ft1.y
mul ft0.y, ft0.y, fc1.x
mul ft2.xw, ft1.xxxy, ft0.yyyx
mul ft2.y, ft1.x, fc2.w
mul ft0.x, ft0.x, ft0.z
add ft2.z, ft0.x, fc2.x
add ft0.xz, ft2.zzw, ft2.xxy
add ft0.y, ft2.z, ft0.y
mul ft1.yzw, v0.xxyz, ft0.y
sub ft1.yzw, ft1.yyzw, fc0.xxyz
dp3 ft0.y, ft1.yzw, ft1.yzw
sub ft0.y, ft0.y, fc0.w
slt ft0.w, ft0.y, fc2.y
sge ft1.x, ft0.w, ft1.x
sub ft0.w, fc2.z, ft1.x
mul ft1.zw, ft0.wwwy, fc1.yyyx
mul ft1.y, ft0.w, ft1.w
mul ft0.y, ft1.x, ft0.z
add ft1.xyz, ft0.xxy, ft1.wyz
mul ft0.xyz, v0.xyz, ft1.x
sub ft0.xyz, ft0.xyz, fc0.xyz
dp3 ft0.x, ft0.xyz, ft0.xyz
sub ft0.x, ft0.x, fc0.w
slt ft0.y, ft0.x, fc2.y
sge ft0.y, ft0.y, ft0.w
sub ft0.z, fc2.z, ft0.y
mul ft1.x, ft0.x, fc1.x
mul ft2.y, ft0.z, ft1.x
add ft0.x, ft1.y, ft1.x
mul ft2.xzw, v0.xxyz, ft0.x
sub ft2.xzw, ft2.xxzw, fc0.xxyz
dp3 ft0.x, ft2.xzw, ft2.xzw
sub ft0.x, ft0.x, fc0.w
mul ft2.xz, ft0.xxz, fc1.xxz
mul ft1.x, ft0.y, ft1.z
add ft1.xy, ft1.yx, ft2.yz
add ft0.y, ft1.x, ft2.x
mul ft2.yzw, v0.xxyz, ft0.y
sub ft2.yzw, ft2.yyzw, fc0.xxyz
dp3 ft0.y, ft2.yzw, ft2.yzw
sub ft0.y, ft0.y, fc0.w
slt ft0.xw, ft0.xxxy, fc2.y
sge ft0.z, ft0.x, ft0.z
sub ft0.x, fc2.z, ft0.z
mul ft2.yz, ft0.yyx, fc1.xxw
mul ft1.y, ft0.z, ft1.y
mul ft2.x, ft0.x, ft2.x
add ft0.yz, ft1.xxy, ft2.xxz
sge ft0.w, ft0.w, ft0.x
mul ft0.x, ft0.w, ft0.z
sub ft0.z, fc2.z, ft0.w
mul ft0.w, ft0.z, ft2.y
mul ft0.z, ft0.z, fc3.x
add ft0.xy, ft0.yx, ft0.wz
mul ft0.z, ft0.y, fc3.y
mov ft0.w, fc2.z
mov oc, ft0
