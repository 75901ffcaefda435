// 3 instructions, lower bound 3
// AGAL version 1, fragment program, 3 tokens
// v0   input v: vec4
// oc   output ret0: vec4
// fc0  uniform u: vec4
abs ft0, v0
mul ft0, ft0, fc0
sub oc, ft0, v0
