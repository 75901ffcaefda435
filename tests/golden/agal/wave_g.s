// 9 instructions, lower bound 6
// AGAL version 1, vertex program, 9 tokens
// va0       input position: vec4
// op        output ret0: vec4
// vc0       uniform wave: vec4
// vc1..vc4  uniform rows: vec4[4]
mul vt0.x, va0.x, vc0.y
add vt0.x, vc0.z, vt0.x
cos vt0.y, vt0.x
mul vt0.y, vc0.x, vt0.y
sin vt0.x, vt0.x
mul vt0.xy, vc0.wx, vt0.yx
add vt0.xy, va0.xy, vt0.xy
mov vt0.zw, va0.zzzw
m44 op, vt0, vc1
