// 8 instructions, lower bound 8
// AGAL version 1, vertex program, 8 tokens
// va0       input position: vec4
// va1       input tint: vec4
// op        output gl_Position: vec4
// v0        output colour: vec4
// vc0..vc3  uniform mvp: vec4[4]
// vc4       uniform fade: vec4
mul vt0, va0.x, vc0
mul vt1, va0.y, vc1
add vt0, vt0, vt1
mul vt1, va0.z, vc2
add vt0, vt0, vt1
mul vt1, va0.w, vc3
add op, vt0, vt1
mul v0, va1, vc4
