// 12 instructions, lower bound 11
// AGAL version 1, vertex program, 12 tokens
// va0       input arg1: vec2
// va1       input arg2: vec2
// op        output ret0: vec4
// v0        output ret1: vec4
// vc0..vc1  uniform arg3: vec4[2]
// vc2 = 0, 1, _, _
mul vt0.xy, va0.xy, vc0.zw
mov vt0.z, vc1.x
cos vt0.w, vt0.z
sin vt0.z, vt0.z
mul vt0, vt0.xyyx, vt0.wzwz
sub vt0.x, vt0.x, vt0.y
add vt0.y, vt0.z, vt0.w
add op.xy, vc0.xy, vt0.xy
mov v0.xy, va1.xy
mov v0.zw, vc2.xxxy
mov op.z, vc1.y
mov op.w, vc2.y
