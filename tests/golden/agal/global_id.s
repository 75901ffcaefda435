// 2 instructions, lower bound 2
// AGAL version 1, vertex program, 2 tokens
// va0  input arg0: vec4
// va1  input arg1: vec4
// op   output arg2: vec4
// vc0  uniform arg3: float
mul vt0, va0, vc0.x
add op, va1, vt0
