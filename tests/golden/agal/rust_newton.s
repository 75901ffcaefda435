// 36 instructions, lower bound 13
// AGAL version 1, fragment program, 36 tokens
// v0   input x: float
// oc   output ret0: float
// fc0  uniform start1: float
// fc1 = 0, 1, 0.5, 0.001
// fc2 = 0.25, _, _, _
mov ft0.x, fc0.x
mul ft0.x, fc0.x, ft0.x
abs ft0.y, v0.x
add ft0.y, ft0.y, fc1.z
sub ft0.x, ft0.x, ft0.y
mul ft0.z, ft0.x, fc2.x
sub ft1.z, fc0.x, ft0.z
mul ft0.z, ft1.z, ft1.z
sub ft0.z, ft0.z, ft0.y
abs ft0.xw, ft0.xxxz
slt ft1.xy, ft0.xw, fc1.w
mul ft0.x, ft0.z, fc2.x
sub ft1.w, ft1.z, ft0.x
mul ft0.xw, ft1.wwwy, ft1.wwwz
sub ft0.x, ft0.x, ft0.y
mul ft0.z, ft0.x, fc2.x
sub ft1.z, ft1.w, ft0.z
mul ft0.z, ft1.z, ft1.z
sub ft0.y, ft0.z, ft0.y
abs ft0.xz, ft0.xxy
slt ft0.xz, ft0.xxz, fc1.w
sub ft2.xy, fc1.y, ft0.xz
mul ft0.y, ft0.y, fc2.x
mul ft0.y, ft2.y, ft0.y
sub ft0.y, ft1.z, ft0.y
mul ft0.y, ft2.x, ft0.y
mul ft0.x, ft0.x, ft1.w
add ft0.x, ft0.x, ft0.y
sub ft0.yz, fc1.y, ft1.xxy
mul ft0.x, ft0.z, ft0.x
add ft0.x, ft0.w, ft0.x
mul ft0.x, ft0.y, ft0.x
mul ft0.y, ft1.x, fc0.x
add ft0.x, ft0.y, ft0.x
mov ft0.yz, fc1.xxy
mov oc, ft0.xyyz
