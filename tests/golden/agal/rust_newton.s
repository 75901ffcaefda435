// 35 instructions, lower bound 13
// AGAL version 1, fragment program, 35 tokens
// v0   input x: float
// oc   output ret0: float
// fc0  uniform start1: float
// fc1 = 0, 1, 0.5, 0.001
// fc2 = 0.25, _, _, _
mov ft0.x, fc0.x
mul ft0.x, fc0.x, ft0.x
abs ft0.y, v0.x
add ft0.z, ft0.y, fc1.z
sub ft1.x, ft0.x, ft0.z
mul ft0.x, ft1.x, fc2.x
sub ft0.x, fc0.x, ft0.x
mul ft0.y, ft0.x, ft0.x
sub ft1.y, ft0.y, ft0.z
mul ft0.y, ft1.y, fc2.x
sub ft1.z, ft0.x, ft0.y
mul ft0.y, ft1.z, ft1.z
sub ft0.w, ft0.y, ft0.z
mul ft0.y, ft0.w, fc2.x
sub ft0.y, ft1.z, ft0.y
mul ft1.w, ft0.y, ft0.y
sub ft0.z, ft1.w, ft0.z
abs ft2.zw, ft0.wwwz
abs ft2.xy, ft1.xy
slt ft2, ft2, fc1.w
sub ft3, fc1.y, ft2
mul ft0.z, ft0.z, fc2.x
mul ft0.z, ft3.w, ft0.z
sub ft1.x, ft0.y, ft0.z
mul ft0.y, ft3.z, ft1.x
mul ft1.x, ft2.z, ft1.z
add ft0.y, ft1.x, ft0.y
mul ft0.y, ft3.y, ft0.y
mul ft1.x, ft2.y, ft0.x
add ft0.x, ft1.x, ft0.y
mul ft0.x, ft3.x, ft0.x
mul ft1.x, ft2.x, fc0.x
add ft0.x, ft1.x, ft0.x
mov ft0.yz, fc1.xxy
mov oc, ft0.xyyz
