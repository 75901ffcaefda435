// 9 instructions, lower bound 7
// AGAL version 1, fragment program, 9 tokens
// v0   input arg0: vec4
// v1   input arg1: float
// oc   output ret0: vec4
// fc0  uniform arg2: vec4
sub ft0.xyz, v0.xyz, fc0.xyz
mul ft0.w, v1.x, fc0.w
mul ft0.w, ft0.w, ft0.w
neg ft0.w, ft0.w
exp ft0.w, ft0.w
mul ft0.xyz, ft0.xyz, ft0.w
add ft0.xyz, fc0.xyz, ft0.xyz
mov ft0.w, v0.w
mov oc, ft0
