// 57 instructions, lower bound 23
// AGAL version 1, fragment program, 57 tokens
// v0  input arg0: float
// v1  input arg1: float
// oc  output arg2: vec4
// fc0 = 1, 2, 0, 4
// fc1 = 3, 5, _, _
add ft0.x, v0.x, fc0.z
add ft0.y, v1.x, fc0.z
mul ft0.z, ft0.x, fc0.y
mul ft1.xyz, ft0.xyz, ft0.xy
sub ft0.z, ft1.x, ft1.y
add ft0.z, v0.x, ft0.z
add ft0.w, v1.x, ft1.z
add ft1.x, ft1.x, ft1.y
slt ft1.x, fc0.w, ft1.x
sub ft1.yz, fc0.xxy, ft1.x
mul ft2.xy, ft1.y, ft0.zw
mul ft0.xy, ft1.x, ft0.xy
add ft1.xw, ft0.xxxy, ft2.xxxy
mul ft0.x, ft1.x, fc0.y
mul ft0.x, ft1.w, ft0.x
add ft0.y, v1.x, ft0.x
mul ft0.zw, ft0.zzzw, ft0.zzzw
sub ft0.x, ft0.z, ft0.w
add ft0.x, v0.x, ft0.x
add ft0.z, ft0.w, ft0.z
slt ft0.z, fc0.w, ft0.z
sge ft0.w, ft0.z, ft1.y
sub ft0.z, fc0.x, ft0.w
mul ft2.xzw, ft0.yyz, ft0.yyxy
mul ft0.x, ft0.x, ft0.x
sub ft0.y, ft0.x, ft2.x
add ft0.y, v0.x, ft0.y
mul ft1.xyz, ft0.w, ft1.zxw
mul ft2.y, ft0.z, fc1.x
add ft1.xyz, ft1.xyz, ft2.yzw
mul ft0.w, ft1.y, fc0.y
add ft0.x, ft0.x, ft2.x
slt ft0.x, fc0.w, ft0.x
sge ft0.z, ft0.x, ft0.z
sub ft1.w, fc0.x, ft0.z
mul ft2.xy, ft1.zw, ft0.wy
add ft0.x, v1.x, ft2.x
mul ft2.z, ft1.w, ft0.x
mul ft1.xyz, ft0.z, ft1.xyz
mul ft2.x, ft1.w, fc0.w
add ft1.xyz, ft1.xyz, ft2.xyz
mul ft0.z, ft1.y, fc0.y
mul ft0.xy, ft0.yx, ft0.yx
add ft0.w, ft0.x, ft0.y
slt ft0.w, fc0.w, ft0.w
sge ft0.w, ft0.w, ft1.w
sub ft1.w, fc0.x, ft0.w
sub ft0.x, ft0.x, ft0.y
add ft0.x, v0.x, ft0.x
mul ft0.xy, ft1.zw, ft0.zx
add ft0.x, v1.x, ft0.x
mul ft0.z, ft1.w, ft0.x
mul ft1.xyz, ft0.w, ft1.xyz
mul ft0.x, ft1.w, fc1.y
add ft0.xyz, ft1.xyz, ft0.xyz
mov ft0.w, fc0.x
mov oc, ft0
