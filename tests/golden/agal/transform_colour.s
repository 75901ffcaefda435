// 2 instructions, lower bound 2
// AGAL version 1, vertex program, 2 tokens
// va0       input arg0: vec4
// va1       input arg1: vec4
// op        output ret0: vec4
// v0        output ret1: vec4
// vc0..vc3  uniform arg2: vec4[4]
m44 op, va0, vc0
mov v0, va1
