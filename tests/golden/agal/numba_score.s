// 18 instructions, lower bound 8
// AGAL version 1, fragment program, 18 tokens
// v0   input arg0: float
// v1   input arg1: float
// oc   output ret0: float
// fc0  uniform arg2: vec2
// fc1 = 0, 1, 2, -1
slt ft0.x, fc0.x, v0.x
slt ft0.y, fc0.y, v1.x
sub ft0.zw, fc1.y, ft0.xxxy
sub ft1.x, v0.x, fc0.x
sub ft1.y, v1.x, fc0.y
mul ft1.y, ft1.y, fc1.z
mul ft1.z, v1.x, v0.x
neg ft1.z, ft1.z
mul ft0.xyw, ft0.xyyw, ft1.xyyz
add ft1.x, ft0.y, ft0.w
mul ft0.y, ft0.z, ft1.x
add ft0.x, ft0.x, ft0.y
slt ft0.y, ft0.x, fc1.w
sub ft0.z, fc1.y, ft0.y
mul ft0.x, ft0.z, ft0.x
sub ft0.x, ft0.x, ft0.y
mov ft0.yz, fc1.xxy
mov oc, ft0.xyyz
