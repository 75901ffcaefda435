// 17 instructions, lower bound 17
// AGAL version 1, fragment program, 17 tokens
// v0        input arg0: float
// oc        output ret0: vec4
// fc0..fc3  uniform arg1: vec4[4]
// fc4 = 0, 0.25, 0.5, 1
// fc5 = 4, _, _, _
slt ft0.xyz, v0.x, fc4.xyz
sge ft0.w, fc4.w, v0.x
sub ft1, fc4.w, ft0
mul ft2, ft0.w, fc3
add ft2, ft1.w, ft2
mul ft2, ft1.z, ft2
mul ft0.w, v0.x, fc5.x
mul ft3, ft0.w, fc2
mul ft3, ft0.z, ft3
add ft2, ft3, ft2
mul ft2, ft1.y, ft2
mul ft3, ft0.y, fc1
add ft2, ft3, ft2
mul ft1, ft1.x, ft2
add ft2, v0.x, fc0
mul ft0, ft0.x, ft2
add oc, ft0, ft1
