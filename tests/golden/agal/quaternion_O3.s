// 7 instructions, lower bound 7
// AGAL version 1, vertex program, 7 tokens
// va0  input arg0: vec4
// va1  input arg1: vec4
// op   output ret0: vec4
// vc0 = 2, 1, _, _
mul vt0.xyz, va0.xyz, va1.w
crs vt1.xyz, va0.zyx, va1.zyx
add vt0.xyz, vt0.xyz, vt1.zyx
crs vt1.xyz, va1.xyz, vt0.xyz
mul vt0.xyz, vt1.xyz, vc0.x
add op.xyz, va0.xyz, vt0.xyz
mov op.w, vc0.y
