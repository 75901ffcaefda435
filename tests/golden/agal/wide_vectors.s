// 13 instructions, lower bound 6
// AGAL version 1, vertex program, 13 tokens
// va0       input a: vec4
// va1       input b: vec4
// op        output ret0: vec4
// v0        output ret1: vec4
// vc0..vc5  uniform u: vec4[6]
mul vt0, va0, vc0
mul vt1, va1.wzyx, vc1.wzyx
add vt0, vt0, vt1
mul vt1.x, vc2.x, vt0.x
mul vt1.y, vc3.x, vt0.y
mul vt1.z, vc4.x, vt0.z
mul vt1.w, vc5.x, vt0.w
mul vt2.x, va1.x, vc2.y
mul vt2.y, va1.y, vc3.y
mul vt2.z, va1.z, vc4.y
mul vt2.w, va1.w, vc5.y
add v0, vt2, vt1
mov op, vt0
