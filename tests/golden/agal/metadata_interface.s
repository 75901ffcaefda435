// 2 instructions, lower bound 2
// AGAL version 1, vertex program, 2 tokens
// va0  input colour: vec4
// va1  input vertex: vec4
// op   output clip: vec4
// v0   output out: vec4
// vc7  uniform scale: vec4
// vc8 = 1, _, _, _
mul op, va1, vc7
sub v0, vc8.x, va0
