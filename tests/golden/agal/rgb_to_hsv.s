// 27 instructions, lower bound 14
// AGAL version 1, fragment program, 27 tokens
// v0  input arg0: vec4
// oc  output ret0: vec4
// fc0 = 2, 4, 0.001, 1
// fc1 = 0.16666667, 0, _, _
max ft0.x, v0.y, v0.z
max ft0.z, v0.x, ft0.x
min ft0.x, v0.y, v0.z
min ft0.x, v0.x, ft0.x
sub ft0.x, ft0.z, ft0.x
slt ft0.w, fc0.z, ft0.x
sub ft1.x, fc0.w, ft0.w
mul ft0.y, ft0.z, ft0.w
sub ft1.xy, ft0.xy, ft1.x
sub ft2.xyz, v0.yzx, v0.zxy
div ft1.xzw, ft2.xxyz, ft1.x
add ft1.zw, ft1.zzzw, fc0.xxxy
seq ft2.xy, ft0.z, v0.xy
sne ft2.zw, ft0.z, v0.xxxy
mul ft1.zw, ft2.yyyw, ft1.zzzw
add ft1.z, ft1.z, ft1.w
mul ft1.xz, ft2.xxz, ft1.xxz
add ft0.y, ft1.x, ft1.z
mul ft0.y, ft0.y, fc1.x
slt ft1.x, ft0.y, fc1.y
mul ft1.x, ft1.x, fc0.w
add ft0.y, ft0.y, ft1.x
div ft0.x, ft0.x, ft1.y
mul ft0.xy, ft0.w, ft0.yx
add ft0.xy, ft0.xy, fc1.y
mov ft0.w, v0.w
mov oc, ft0
