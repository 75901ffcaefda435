// 6 instructions, lower bound 6
// AGAL version 1, fragment program, 6 tokens
// v0   input arg0: vec4
// v1   input arg1: float
// oc   output ret0: vec4
// fc0  uniform arg2: vec4
// fc1  uniform arg3: vec2
sub ft0, v0, fc0
sub ft1.x, fc1.x, v1.x
mul ft1.x, fc1.y, ft1.x
sat ft1.x, ft1.x
mul ft0, ft0, ft1.x
add oc, fc0, ft0
