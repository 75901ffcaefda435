// 16 instructions, lower bound 13
// AGAL version 1, fragment program, 16 tokens
// v0        input arg0: vec4
// v1        input arg1: vec2
// oc        output ret0: vec4
// fc0..fc1  uniform arg2: vec4[2]
// fc2 = 1, 3, 0.5, -0.25
// fc3 = 2, _, _, _
sge ft0.x, v1.y, fc2.z
add ft0.y, v1.x, fc2.w
mul ft0.y, ft0.y, fc3.x
sat ft0.z, ft0.y
mul ft0.y, ft0.z, fc3.x
sub ft0.yw, fc2.xxxy, ft0.xxxy
mul ft1, v0, ft0.y
mov ft2, fc0
sub ft2, fc1, ft2
mul ft0.y, ft0.z, ft0.z
mul ft0.y, ft0.y, ft0.w
mul ft2, ft0.y, ft2
add ft2, fc0, ft2
mul ft0, ft0.x, ft2
add ft0, ft1, ft0
sat oc, ft0
