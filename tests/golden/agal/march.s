// 64 instructions, lower bound 37
// AGAL version 1, fragment program, 64 tokens
// v0   input arg0: vec4
// oc   output ret0: vec4
// fc0  uniform arg1: vec4
// fc1 = 5, 0.625, 4, 0.5
// fc2 = 3, 0.375, 2, 0.25
// fc3 = 0, 0.01, 1, 0.125
mul ft0.xyz, v0.xyz, fc3.x
sub ft0.xyz, ft0.xyz, fc0.xyz
dp3 ft0.x, ft0.xyz, ft0.xyz
sub ft0.y, ft0.x, fc0.w
mul ft1.x, ft0.y, fc2.w
mul ft0.xzw, v0.xxyz, ft1.x
sub ft0.xzw, ft0.xxzw, fc0.xxyz
dp3 ft0.x, ft0.xzw, ft0.xzw
sub ft0.z, ft0.x, fc0.w
mul ft0.x, ft0.z, fc2.w
add ft1.y, ft1.x, ft0.x
mul ft2.xyz, v0.xyz, ft1.y
sub ft2.xyz, ft2.xyz, fc0.xyz
dp3 ft0.x, ft2.xyz, ft2.xyz
sub ft0.w, ft0.x, fc0.w
dp3 ft1.z, ft0.yzw, fc2.w
mul ft2.xyz, v0.xyz, ft1.z
sub ft2.xyz, ft2.xyz, fc0.xyz
dp3 ft0.x, ft2.xyz, ft2.xyz
sub ft0.x, ft0.x, fc0.w
dp4 ft1.w, ft0.yzwx, fc2.w
mul ft2.xyz, v0.xyz, ft1.w
sub ft2.xyz, ft2.xyz, fc0.xyz
dp3 ft2.x, ft2.xyz, ft2.xyz
sub ft2.y, ft2.x, fc0.w
mul ft2.x, ft2.y, fc2.w
add ft2.w, ft1.w, ft2.x
mul ft3.xyz, v0.xyz, ft2.w
sub ft3.xyz, ft3.xyz, fc0.xyz
dp3 ft2.x, ft3.xyz, ft3.xyz
sub ft2.x, ft2.x, fc0.w
slt ft2.yz, ft2.xxy, fc3.y
sub ft3.xy, fc3.z, ft2.yz
mul ft3.z, ft3.x, fc3.w
add ft4.yz, ft3.xxz, fc1.xxy
mul ft4.x, ft2.x, fc2.w
mul ft3.xzw, ft3.xxy, ft4.xxzy
add ft4.x, ft2.w, ft3.x
mul ft3.x, ft3.y, ft4.x
mul ft2.y, ft2.z, ft1.w
mul ft2.xz, ft2.z, fc1.zzw
add ft2.xyz, ft3.xzw, ft2.yzx
slt ft0.xw, ft0.wwwx, fc3.y
sub ft3.xy, fc3.z, ft0.xw
mul ft2.xyz, ft3.y, ft2.xyz
mul ft3.z, ft0.w, ft1.z
mul ft3.yw, ft0.w, fc2.xxxy
add ft2.xyz, ft2.xyz, ft3.zwy
mul ft2.xyz, ft3.x, ft2.xyz
mul ft1.z, ft0.x, ft1.y
mul ft1.yw, ft0.x, fc2.zzzw
add ft1.yzw, ft2.xxyz, ft1.zzwy
slt ft0.xy, ft0.yz, fc3.y
sub ft2.xy, fc3.z, ft0.xy
mul ft0.xz, ft2.y, ft1.yyz
mul ft1.y, ft2.y, ft1.w
mul ft1.x, ft0.y, ft1.x
mul ft1.z, ft0.y, fc3.w
add ft0.xyz, ft0.xyz, ft1.xyz
mul ft0.x, ft2.x, ft0.x
add ft0.x, ft0.x, fc3.x
mul ft0.yz, ft2.x, ft0.yyz
mov ft0.w, fc3.z
mov oc, ft0
