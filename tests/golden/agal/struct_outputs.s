// 4 instructions, lower bound 4
// AGAL version 1, vertex program, 4 tokens
// va0       input arg1: vec4
// va1       input arg2: vec2
// op        output ret0: vec4
// v0        output ret1: vec4
// v1        output ret2: vec2
// vc0..vc2  uniform arg3: vec4[3]
mul op, va0, vc0
mov v0, vc1
mul vt0.xy, va1.xy, vc2.xy
add v1, vc2.zwz, vt0.xyx
