// 65 instructions, lower bound 24
// AGAL version 1, fragment program, 65 tokens
// v0  input arg0: vec2
// oc  output ret0: vec4
// fc0 = 0.125, 2, 0.25, 0.375
// fc1 = 0.5, 2, 0.625, 0
// fc2 = 0.75, -0.125, 4, 1
add ft0.xy, v0.yx, fc1.w
mul ft0.z, ft0.y, fc0.y
mul ft0.xyz, ft0.xyx, ft0.xyz
sub ft0.w, ft0.y, ft0.x
add ft0.zw, v0.yyyx, ft0.zzzw
add ft0.x, ft0.x, ft0.y
slt ft0.x, fc2.z, ft0.x
mul ft1.xy, ft0.xw, fc0.xy
mul ft0.y, ft0.z, ft1.y
mul ft2.xy, ft0.zw, ft0.zw
sub ft0.z, ft2.y, ft2.x
add ft0.zw, v0.yyyx, ft0.yyyz
mul ft2.zw, ft0.zzzw, ft0.zzzw
add ft1.yz, ft2.xxz, ft2.yyw
slt ft0.y, fc2.z, ft1.y
mul ft1.yw, ft0.yyyw, fc0.zzzy
mul ft0.z, ft0.z, ft1.w
sub ft0.w, ft2.w, ft2.z
add ft2.yz, v0.yyx, ft0.zzw
slt ft2.x, fc2.z, ft1.z
mul ft0.zw, ft2.xxxz, fc0.wwwy
mul ft1.z, ft2.y, ft0.w
mul ft3.xy, ft2.yz, ft2.yz
sub ft1.w, ft3.y, ft3.x
add ft2.zw, v0.yyyx, ft1.zzzw
mul ft3.zw, ft2.zzzw, ft2.zzzw
add ft1.zw, ft3.xxxz, ft3.yyyw
slt ft2.y, fc2.z, ft1.z
mul ft3.xy, ft2.yw, fc1.xy
mul ft2.z, ft2.z, ft3.y
sub ft2.w, ft3.w, ft3.z
add ft3.zw, v0.yyyx, ft2.zzzw
slt ft3.y, fc2.z, ft1.w
mul ft1.zw, ft3.yyyw, fc1.zzzy
mul ft2.z, ft3.z, ft1.w
mul ft4.xy, ft3.zw, ft3.zw
sub ft2.w, ft4.y, ft4.x
add ft2.zw, v0.yyyx, ft2.zzzw
mul ft4.zw, ft2.zzzw, ft2.zzzw
add ft2.zw, ft4.xxxz, ft4.yyyw
slt ft2.zw, fc2.z, ft2.zzzw
sub ft0.w, fc2.w, ft2.z
mul ft2.zw, ft2.zzzw, fc2.xxxy
add ft1.w, ft2.w, fc2.w
mul ft0.w, ft0.w, ft1.w
add ft0.w, ft2.z, ft0.w
sub ft1.w, fc2.w, ft3.y
mul ft0.w, ft1.w, ft0.w
add ft0.w, ft1.z, ft0.w
sub ft1.z, fc2.w, ft2.y
mul ft0.w, ft1.z, ft0.w
add ft0.w, ft3.x, ft0.w
sub ft1.z, fc2.w, ft2.x
mul ft0.w, ft1.z, ft0.w
add ft0.z, ft0.z, ft0.w
sub ft0.y, fc2.w, ft0.y
mul ft0.y, ft0.y, ft0.z
add ft0.y, ft1.y, ft0.y
sub ft0.x, fc2.w, ft0.x
mul ft0.x, ft0.x, ft0.y
add ft0.x, ft1.x, ft0.x
mul ft0.y, ft0.x, ft0.x
sub ft0.z, fc2.w, ft0.x
mov ft0.w, fc2.w
mov oc, ft0
