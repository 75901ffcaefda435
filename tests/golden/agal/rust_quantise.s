// 27 instructions, lower bound 15
// AGAL version 1, fragment program, 27 tokens
// v0  input u: float
// v1  input v: float
// oc  output out: vec4
// fc0 = 1e+01, -1e+01, 7, 0.14285713
// fc1 = 0, 3, 9, 1
mul ft0.xy, v1.x, fc0.xy
mul ft0.zw, v0.x, fc0.xxxy
max ft0, ft0, fc1.x
frc ft1, ft0
sub ft0, ft0, ft1
sub ft0.yz, ft0.xxz, ft0.yyw
mul ft0.x, ft0.y, fc1.y
add ft0.w, ft0.x, ft0.z
slt ft0.x, ft0.w, fc1.x
mul ft1.xy, ft0.xw, fc0.zw
frc ft1.z, ft1.y
sub ft1.y, ft1.y, ft1.z
add ft0.x, ft1.y, ft0.x
mul ft1.y, ft0.x, fc0.z
add ft0.x, ft0.w, ft1.x
sub ft0.x, ft0.x, ft1.y
slt ft1.xy, ft0.xy, fc1.x
mul ft0.w, ft1.x, fc0.z
add ft0.x, ft0.x, ft0.w
sge ft0.w, ft0.x, fc0.z
mul ft1.x, ft0.w, fc0.z
slt ft0.y, fc1.x, ft0.y
sub ft0.xw, ft0.xxxy, ft1.xxxy
max ft0.y, ft0.z, fc1.x
min ft0.y, ft0.y, fc1.z
mov ft0.z, fc1.w
mov oc, ft0.xywz
