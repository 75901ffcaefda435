// 50 instructions, lower bound 22
// AGAL version 1, fragment program, 50 tokens
// v0  input arg0: float
// v1  input arg1: float
// oc  output arg2: vec4
// fc0 = 3, 2, 5, 1
// fc1 = 0, 4, _, _
add ft0.x, v0.x, fc1.x
add ft0.y, v1.x, fc1.x
mul ft0.z, ft0.x, fc0.y
mul ft1.xyz, ft0.xyz, ft0.xy
add ft2.y, v1.x, ft1.z
sub ft0.z, ft1.x, ft1.y
add ft2.x, v0.x, ft0.z
mul ft2.z, ft2.x, fc0.y
mul ft3.xyz, ft2.yxy, ft2.yxz
sub ft0.z, ft3.y, ft3.x
add ft3.w, v0.x, ft0.z
add ft3.z, v1.x, ft3.z
mul ft0.zw, ft3.wwwz, ft3.wwwz
sub ft1.z, ft0.z, ft0.w
add ft4.y, v0.x, ft1.z
add ft1.z, ft3.x, ft3.y
slt ft3.x, fc1.y, ft1.z
mul ft2.zw, ft3.xxxw, fc0.y
mul ft1.z, ft3.z, ft2.w
add ft4.z, v1.x, ft1.z
mul ft1.zw, ft4.yyyz, ft4.yyyz
add ft2.w, ft1.z, ft1.w
slt ft2.w, fc1.y, ft2.w
sub ft5.xy, fc0.zw, ft2.w
sub ft1.z, ft1.z, ft1.w
add ft1.z, v0.x, ft1.z
add ft0.z, ft0.z, ft0.w
slt ft4.x, fc1.y, ft0.z
mul ft5.zw, ft4.yyyx, fc0.yyyx
mul ft0.z, ft4.z, ft5.z
add ft1.w, v1.x, ft0.z
mul ft0.zw, ft5.y, ft1.zzzw
mul ft1.zw, ft2.w, ft4.yyyz
add ft5.yz, ft1.zzw, ft0.zzw
sub ft0.z, fc0.w, ft4.x
mul ft4.yzw, ft0.z, ft5.xxyz
mul ft5.xy, ft4.x, ft3.wz
add ft3.yzw, ft5.wwxy, ft4.yyzw
sub ft0.z, fc0.w, ft3.x
mul ft3.yzw, ft0.z, ft3.yyzw
mul ft2.xy, ft3.x, ft2.xy
add ft2.xyz, ft2.zxy, ft3.yzw
add ft0.z, ft1.x, ft1.y
slt ft0.z, fc1.y, ft0.z
sub ft0.w, fc0.w, ft0.z
mul ft1.xyz, ft0.w, ft2.xyz
mul ft0.xy, ft0.z, ft0.xy
add ft0.xyz, ft0.zxy, ft1.xyz
mov ft0.w, fc0.w
mov oc, ft0
