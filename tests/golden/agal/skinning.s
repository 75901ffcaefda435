// 10 instructions, lower bound 9
// AGAL version 1, vertex program, 10 tokens
// va0        input arg0: vec4
// va1        input arg1: vec2
// va2        input arg2: vec2
// op         output ret0: vec4
// vc0..vc63  uniform arg3: vec4[64]
// vc64 = 0, 3, 1, _
max vt0.xy, va1.yx, vc64.x
frc vt0.zw, vt0.xxxy
sub vt0.xy, vt0.xy, vt0.zw
mul vt0.xy, vt0.xy, vc64.y
m34 vt1.xyz, va0, vc[vt0.x]
mul vt0.xzw, va2.y, vt1.xxyz
m34 vt1.xyz, va0, vc[vt0.y]
mul vt1.xyz, va2.x, vt1.xyz
add op.xyz, vt0.xzw, vt1.xyz
mov op.w, vc64.z
