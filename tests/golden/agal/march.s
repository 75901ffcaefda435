// 71 instructions, lower bound 37
// AGAL version 1, fragment program, 71 tokens
// v0   input arg0: vec4
// oc   output ret0: vec4
// fc0  uniform arg1: vec4
// fc1 = 3, 4, 0.375, 0.5
// fc2 = 0.25, 6, 0.75, 0.125
// fc3 = 2, 0.25, 5, 0.625
// fc4 = 0, 0.01, 1, _
mul ft0.xyz, v0.xyz, fc4.x
sub ft0.xyz, ft0.xyz, fc0.xyz
dp3 ft0.x, ft0.xyz, ft0.xyz
sub ft0.x, ft0.x, fc0.w
slt ft0.w, ft0.x, fc4.y
sub ft0.y, fc4.z, ft0.w
mul ft0.xz, ft0.xxy, fc2.xxw
mul ft1.x, ft0.y, ft0.x
add ft1.x, ft1.x, fc4.x
mul ft1.yzw, v0.xxyz, ft0.x
sub ft1.yzw, ft1.yyzw, fc0.xxyz
dp3 ft0.x, ft1.yzw, ft1.yzw
sub ft2.x, ft0.x, fc0.w
mul ft0.x, ft2.x, fc2.x
add ft1.y, ft1.x, ft0.x
mul ft1.yzw, v0.xxyz, ft1.y
sub ft1.yzw, ft1.yyzw, fc0.xxyz
dp3 ft1.y, ft1.yzw, ft1.yzw
sub ft2.y, ft1.y, fc0.w
slt ft1.yw, ft2.xxxy, fc4.y
slt ft2.x, ft1.y, ft0.y
mul ft0.x, ft2.x, ft0.x
max ft0.w, ft0.w, ft1.y
mul ft1.yz, ft0.w, ft0.yyz
mul ft0.yz, ft2.x, fc3.xxy
add ft0.xyz, ft1.xyz, ft0.xyz
slt ft1.y, ft1.w, ft2.x
max ft1.z, ft0.w, ft1.w
mul ft0.w, ft2.y, fc2.x
mul ft2.yzw, ft1.yyz, ft0.wwyz
add ft0.y, ft0.x, ft0.w
mul ft0.yzw, v0.xxyz, ft0.y
sub ft0.yzw, ft0.yyzw, fc0.xxyz
dp3 ft0.y, ft0.yzw, ft0.yzw
sub ft2.x, ft0.y, fc0.w
slt ft1.x, ft2.x, fc4.y
slt ft1.w, ft1.x, ft1.y
mul ft3, ft1.yyw, fc1.xzyw
add ft0.zw, ft2.zzzw, ft3.xxxy
mul ft0.y, ft2.x, fc2.x
max ft1.x, ft1.z, ft1.x
mul ft2.xzw, ft1.wwx, ft0.yyzw
add ft0.x, ft0.x, ft2.y
add ft0.z, ft0.x, ft2.x
add ft0.x, ft0.x, ft0.y
mul ft0.xyw, v0.xyyz, ft0.x
sub ft0.xyw, ft0.xyyw, fc0.xyyz
dp3 ft0.x, ft0.xyw, ft0.xyw
sub ft0.x, ft0.x, fc0.w
mul ft1.y, ft0.x, fc2.x
add ft0.y, ft0.z, ft1.y
mul ft4.xyz, v0.xyz, ft0.y
sub ft4.xyz, ft4.xyz, fc0.xyz
dp3 ft0.y, ft4.xyz, ft4.xyz
sub ft0.y, ft0.y, fc0.w
slt ft0.xw, ft0.xxxy, fc4.y
slt ft2.x, ft0.x, ft1.w
max ft2.y, ft1.x, ft0.x
add ft1.xz, ft2.zzw, ft3.zzw
mul ft1.xyz, ft2.xy, ft1.yxz
add ft0.z, ft0.z, ft1.x
slt ft0.x, ft0.w, ft2.x
mul ft3.xyz, ft0.yx, fc2.xyz
mul ft3.x, ft0.x, ft3.x
mul ft0.xy, ft2.x, fc3.zw
add ft0.xy, ft1.yz, ft0.xy
max ft0.w, ft2.y, ft0.w
mul ft0.xy, ft0.w, ft0.xy
add ft0.xyz, ft0.zxy, ft3.xyz
mov ft0.w, fc4.z
mov oc, ft0
