// 7 instructions, lower bound 7
// AGAL version 1, vertex program, 7 tokens
// va0       input arg0: vec4
// op        output ret0: vec4
// vc0..vc3  uniform arg1: vec4[4]
mul vt0, va0.x, vc0
mul vt1, va0.y, vc1
add vt0, vt0, vt1
mul vt1, va0.z, vc2
add vt0, vt0, vt1
mul vt1, va0.w, vc3
add op, vt0, vt1
