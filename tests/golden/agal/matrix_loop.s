// 2 instructions, lower bound 2
// AGAL version 1, vertex program, 2 tokens
// va0       input arg0: vec4
// op        output arg2: vec4
// vc0..vc3  uniform arg1: vec4[4]
// vc4 = 0, _, _, _
m44 vt0, va0, vc0
add op, vt0, vc4.x
