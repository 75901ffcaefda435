// 9 instructions, lower bound 6
// AGAL version 1, fragment program, 9 tokens
// v0   input arg0: vec2
// oc   output ret0: vec4
// fc0  uniform arg1: vec4
// fc1  uniform arg2: vec4
// fc2 = 0.5, _, _, _
sub ft0.xy, v0.xy, fc0.xy
mul ft0.xy, ft0.xy, ft0.xy
add ft0.x, ft0.x, ft0.y
sqt ft0.x, ft0.x
sub ft0.x, ft0.x, fc0.z
mul ft0.x, fc0.w, ft0.x
sub ft0.x, fc2.x, ft0.x
sat ft0.x, ft0.x
mul oc, fc1, ft0.x
