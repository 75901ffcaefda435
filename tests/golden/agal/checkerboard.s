// 15 instructions, lower bound 10
// AGAL version 1, fragment program, 15 tokens
// v0        input arg0: vec2
// oc        output ret0: vec4
// fc0..fc1  uniform arg1: vec4[2]
// fc2 = 8, 0.5, 2, 1
mul ft0.xy, v0.yx, fc2.x
frc ft0.zw, ft0.xxxy
sub ft0.zw, ft0.xxxy, ft0.zzzw
min ft0.xy, ft0.zw, ft0.xy
add ft0.x, ft0.x, ft0.y
mul ft0.y, ft0.x, fc2.y
frc ft0.z, ft0.y
sub ft0.y, ft0.y, ft0.z
mul ft0.y, ft0.y, fc2.z
sub ft0.x, ft0.x, ft0.y
slt ft0.x, ft0.x, fc2.w
mul ft1, ft0.x, fc0
sub ft0.x, fc2.w, ft0.x
mul ft0, ft0.x, fc1
add oc, ft1, ft0
