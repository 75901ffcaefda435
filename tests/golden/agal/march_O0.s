// 62 instructions, lower bound 33
// AGAL version 1, fragment program, 62 tokens
// v0   input arg0: vec4
// oc   output ret0: vec4
// fc0  uniform arg1: vec4
// fc1 = 1, 6, 2, 3
// fc2 = 0, 0.01, 0.25, 4
// fc3 = 0.125, _, _, _
mul ft0.xyz, v0.xyz, fc2.x
sub ft0.xyz, ft0.xyz, fc0.xyz
dp3 ft0.x, ft0.xyz, ft0.xyz
sub ft0.y, ft0.x, fc0.w
mul ft1.x, ft0.y, fc2.z
mul ft0.xzw, v0.xxyz, ft1.x
sub ft0.xzw, ft0.xxzw, fc0.xxyz
dp3 ft0.x, ft0.xzw, ft0.xzw
sub ft0.z, ft0.x, fc0.w
mul ft0.x, ft0.z, fc2.z
add ft1.y, ft1.x, ft0.x
mul ft2.xyz, v0.xyz, ft1.y
sub ft2.xyz, ft2.xyz, fc0.xyz
dp3 ft0.x, ft2.xyz, ft2.xyz
sub ft0.w, ft0.x, fc0.w
dp3 ft1.z, ft0.yzw, fc2.z
mul ft2.xyz, v0.xyz, ft1.z
sub ft2.xyz, ft2.xyz, fc0.xyz
dp3 ft0.x, ft2.xyz, ft2.xyz
sub ft0.x, ft0.x, fc0.w
dp4 ft1.w, ft0.yzwx, fc2.z
mul ft2.xyz, v0.xyz, ft1.w
sub ft2.xyz, ft2.xyz, fc0.xyz
dp3 ft2.x, ft2.xyz, ft2.xyz
sub ft2.y, ft2.x, fc0.w
mul ft2.x, ft2.y, fc2.z
add ft2.w, ft1.w, ft2.x
mul ft3.xyz, v0.xyz, ft2.w
sub ft3.xyz, ft3.xyz, fc0.xyz
dp3 ft2.x, ft3.xyz, ft3.xyz
sub ft2.x, ft2.x, fc0.w
slt ft2.yz, ft2.xxy, fc2.y
sub ft3.xyw, fc1.xxxy, ft2.yzzy
mul ft3.z, ft2.x, fc2.z
mul ft3.xz, ft3.xxy, ft3.zzw
mul ft2.x, ft2.z, fc2.w
add ft2.xy, ft2.wx, ft3.xz
mul ft2.x, ft3.y, ft2.x
mul ft1.w, ft2.z, ft1.w
add ft1.w, ft1.w, ft2.x
slt ft0, ft0.yzwx, fc2.y
sub ft3, fc1.x, ft0
mul ft0.x, ft3.w, ft1.w
mul ft1.xyz, ft0.yzw, ft1.xyz
add ft0.x, ft1.z, ft0.x
mul ft0.x, ft3.z, ft0.x
add ft0.x, ft1.y, ft0.x
mul ft0.x, ft3.y, ft0.x
add ft0.x, ft1.x, ft0.x
mul ft0.x, ft3.x, ft0.x
add ft0.x, ft0.x, fc2.x
mul ft1.x, ft3.w, ft2.y
mul ft0.zw, ft0.zzzw, fc1.zzzw
add ft0.w, ft0.w, ft1.x
mul ft0.w, ft3.z, ft0.w
add ft0.z, ft0.z, ft0.w
mul ft0.z, ft3.y, ft0.z
add ft0.y, ft0.y, ft0.z
mul ft0.y, ft3.x, ft0.y
mul ft0.z, ft0.y, fc3.x
mov ft0.w, fc1.x
mov oc, ft0
