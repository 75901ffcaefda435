// 38 instructions, lower bound 22
// AGAL version 1, fragment program, 38 tokens
// v0  input arg0: vec2
// oc  output ret0: vec4
// fc0 = 0.1031, 33.33, 2, 3
// fc1 = 1, 0.5, _, _
frc ft0.xy, v0.yx
sub ft0.zw, v0.yyyx, ft0.xxxy
min ft1.xy, ft0.wz, v0.xy
add ft1.zw, ft1.xxxy, fc1.x
mul ft1, ft1.yxzw, fc0.x
frc ft1, ft1.zwyx
add ft2, ft1.yxzw, fc0.y
dp3 ft0.z, ft1.wx, ft2.ywy
dp3 ft0.w, ft2.zxz, ft1.yz
add ft3.xy, ft0.zw, ft1.xz
dp3 ft2.z, ft2.wz, ft1.zwz
add ft3.z, ft1.z, ft2.z
dp3 ft3.w, ft1.xyx, ft2.xy
add ft4, ft1.wywx, ft3
add ft1.x, ft2.z, ft4.z
mul ft1.x, ft1.x, ft3.z
frc ft1.x, ft1.x
add ft0.zw, ft0.zzzw, ft4.xxxy
mul ft0.zw, ft3.xxxy, ft0.zzzw
frc ft0.zw, ft0.zzzw
sub ft0.z, ft0.z, ft1.x
mul ft1.zw, ft0.yyyx, ft0.yyyx
mul ft0.xy, ft0.yx, fc0.z
sub ft0.xy, fc0.w, ft0.xy
mul ft0.xy, ft1.zw, ft0.xy
mul ft0.z, ft0.x, ft0.z
add ft0.z, ft1.x, ft0.z
add ft1.x, ft1.y, ft4.w
add ft1.x, ft3.w, ft1.x
mul ft1.x, ft1.x, ft4.w
frc ft1.x, ft1.x
sub ft1.x, ft1.x, ft0.w
mul ft0.x, ft0.x, ft1.x
add ft0.x, ft0.w, ft0.x
sub ft0.x, ft0.x, ft0.z
mul ft0.y, ft0.y, ft0.x
mov ft0.x, fc1.y
add oc, ft0.zzzx, ft0.yyyx
