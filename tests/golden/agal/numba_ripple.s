// 17 instructions, lower bound 8
// AGAL version 1, fragment program, 17 tokens
// v0   input arg0: float
// v1   input arg1: float
// oc   output arg3: vec4
// fc0  uniform arg2: vec4
// fc1 = 0.5, 1, _, _
mul ft0.x, v0.x, v0.x
mul ft0.y, v1.x, v1.x
add ft0.x, ft0.x, ft0.y
sqt ft0.x, ft0.x
mul ft0.x, ft0.x, fc0.x
add ft0.x, ft0.x, fc0.y
sin ft0.x, ft0.x
mul ft0.x, ft0.x, fc1.x
add ft0.x, ft0.x, fc1.x
slt ft0.y, fc0.w, ft0.x
sub ft0.z, fc1.y, ft0.y
mul ft0.z, ft0.z, ft0.x
mul ft0.y, ft0.y, fc0.w
add ft0.z, ft0.y, ft0.z
mul ft0.y, fc0.z, ft0.x
mov ft0.w, fc1.y
mov oc, ft0
