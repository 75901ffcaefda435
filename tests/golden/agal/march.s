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
sub ft0.x, ft0.x, fc0.w
mul ft1.x, ft0.x, fc2.w
mul ft0.yzw, v0.xxyz, ft1.x
sub ft0.yzw, ft0.yyzw, fc0.xxyz
dp3 ft0.y, ft0.yzw, ft0.yzw
sub ft0.y, ft0.y, fc0.w
mul ft0.z, ft0.y, fc2.w
add ft1.y, ft1.x, ft0.z
mul ft2.xyz, v0.xyz, ft1.y
sub ft2.xyz, ft2.xyz, fc0.xyz
dp3 ft0.z, ft2.xyz, ft2.xyz
sub ft0.z, ft0.z, fc0.w
dp3 ft1.z, ft0.xyz, fc2.w
mul ft2.xyz, v0.xyz, ft1.z
sub ft2.xyz, ft2.xyz, fc0.xyz
dp3 ft0.w, ft2.xyz, ft2.xyz
sub ft0.w, ft0.w, fc0.w
dp4 ft1.w, ft0, fc2.w
mul ft2.xyz, v0.xyz, ft1.w
sub ft2.xyz, ft2.xyz, fc0.xyz
dp3 ft2.x, ft2.xyz, ft2.xyz
sub ft2.y, ft2.x, fc0.w
mul ft2.x, ft2.y, fc2.w
add ft3.x, ft1.w, ft2.x
mul ft2.xzw, v0.xxyz, ft3.x
sub ft2.xzw, ft2.xxzw, fc0.xxyz
dp3 ft2.x, ft2.xzw, ft2.xzw
sub ft2.x, ft2.x, fc0.w
slt ft2.zw, ft2.xxxy, fc3.y
sub ft3.yz, fc3.z, ft2.zzw
mul ft3.w, ft3.y, fc3.w
add ft4.yw, ft3.yyyw, fc1.xxxy
mul ft4.x, ft2.x, fc2.w
mul ft4.yzw, ft3.zzyz, ft4.wwxy
add ft4.z, ft3.x, ft4.z
mul ft4.x, ft3.z, ft4.z
mul ft2.z, ft2.w, ft1.w
mul ft2.yw, ft2.w, fc1.zzzw
add ft2.xyz, ft4.xyw, ft2.zwy
slt ft0.zw, ft0.zzzw, fc3.y
sub ft3.xy, fc3.z, ft0.zw
mul ft2.xyz, ft3.y, ft2.xyz
mul ft3.z, ft0.w, ft1.z
mul ft3.yw, ft0.w, fc2.xxxy
add ft2.xyz, ft2.xyz, ft3.zwy
mul ft2.xyz, ft3.x, ft2.xyz
mul ft1.z, ft0.z, ft1.y
mul ft1.yw, ft0.z, fc2.zzzw
add ft1.yzw, ft2.xxyz, ft1.zzwy
slt ft0.xz, ft0.xxy, fc3.y
sub ft2.xy, fc3.z, ft0.xz
mul ft0.yw, ft2.y, ft1.yyyz
mul ft1.y, ft2.y, ft1.w
mul ft1.x, ft0.z, ft1.x
mul ft1.z, ft0.z, fc3.w
add ft0.xyz, ft0.yzw, ft1.xyz
mul ft0.x, ft2.x, ft0.x
add ft0.x, ft0.x, fc3.x
mul ft0.yz, ft2.x, ft0.yyz
mov ft0.w, fc3.z
mov oc, ft0
