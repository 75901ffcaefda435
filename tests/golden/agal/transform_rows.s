// 1 instructions, lower bound 1
// AGAL version 1, vertex program, 1 token
// va0       input arg0: vec4
// op        output ret0: vec4
// vc0..vc3  uniform arg1: vec4[4]
m44 op, va0, vc0
