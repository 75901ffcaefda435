// 5 instructions, lower bound 2
// AGAL version 1, vertex program, 5 tokens
// va0       input x: float
// va1       input y: float
// va2       input z: float
// op        output clip: vec4
// vc0..vc3  uniform matrix: vec4[4]
// vc4 = 1, _, _, _
mov vt0.x, va0.x
mov vt0.y, va1.x
mov vt0.z, va2.x
mov vt0.w, vc4.x
m44 op, vt0, vc0
