// 17 instructions, lower bound 15
// AGAL version 1, vertex program, 17 tokens
// va0        input arg0: vec4
// va1        input arg1: vec2
// va2        input arg2: vec2
// op         output ret0: vec4
// vc0..vc63  uniform arg3: vec4[64]
// vc64 = 0, 3, 1, _
slt vt0.xy, va1.yx, vc64.x
frc vt0.zw, va1.yyyx
sub vt0.zw, va1.yyyx, vt0.zzzw
slt vt1.xy, vt0.zw, va1.yx
mul vt0.xy, vt0.xy, vt1.xy
add vt0.xy, vt0.zw, vt0.xy
mul vt0.xy, vt0.xy, vc64.y
dp4 vt1.x, va0, vc[vt0.x]
dp4 vt1.y, va0, vc[vt0.y+1]
dp4 vt1.z, va0, vc[vt0.y+2]
mul vt1.xyz, va2.yx, vt1.xyz
dp4 vt0.y, va0, vc[vt0.y]
dp4 vt0.z, va0, vc[vt0.x+1]
dp4 vt0.x, va0, vc[vt0.x+2]
mul vt0.xyz, va2.xy, vt0.yzx
add op.xyz, vt1.xyz, vt0.xyz
mov op.w, vc64.z
