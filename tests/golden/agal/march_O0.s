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
sub ft0.x, ft0.x, fc0.w
mul ft1.x, ft0.x, fc2.z
mul ft0.yzw, v0.xxyz, ft1.x
sub ft0.yzw, ft0.yyzw, fc0.xxyz
dp3 ft0.y, ft0.yzw, ft0.yzw
sub ft0.y, ft0.y, fc0.w
mul ft0.z, ft0.y, fc2.z
add ft1.y, ft1.x, ft0.z
mul ft2.xyz, v0.xyz, ft1.y
sub ft2.xyz, ft2.xyz, fc0.xyz
dp3 ft0.z, ft2.xyz, ft2.xyz
sub ft0.z, ft0.z, fc0.w
dp3 ft1.z, ft0.xyz, fc2.z
mul ft2.xyz, v0.xyz, ft1.z
sub ft2.xyz, ft2.xyz, fc0.xyz
dp3 ft0.w, ft2.xyz, ft2.xyz
sub ft0.w, ft0.w, fc0.w
dp4 ft1.w, ft0, fc2.z
mul ft2.xyz, v0.xyz, ft1.w
sub ft2.xyz, ft2.xyz, fc0.xyz
dp3 ft2.x, ft2.xyz, ft2.xyz
sub ft2.y, ft2.x, fc0.w
mul ft3.x, ft2.y, fc2.z
add ft3.y, ft1.w, ft3.x
mul ft2.xzw, v0.xxyz, ft3.y
sub ft2.xzw, ft2.xxzw, fc0.xxyz
dp3 ft2.x, ft2.xzw, ft2.xzw
sub ft2.x, ft2.x, fc0.w
slt ft2.zw, ft2.xxxy, fc2.y
sub ft4.xyw, fc1.xxxy, ft2.zwwz
mul ft4.z, ft2.x, fc2.z
mul ft2.xy, ft4.xy, ft4.zw
mul ft3.z, ft2.w, fc2.w
add ft2.xy, ft3.yz, ft2.xy
mul ft2.x, ft4.y, ft2.x
mul ft1.w, ft2.w, ft1.w
add ft1.w, ft1.w, ft2.x
slt ft0, ft0, fc2.y
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
