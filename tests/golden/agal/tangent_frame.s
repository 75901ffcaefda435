// 7 instructions, lower bound 7
// AGAL version 1, vertex program, 7 tokens
// va0  input arg0: vec4
// va1  input arg1: vec4
// va2  input arg2: vec4
// op   output ret0: vec4
// v0   output ret1: vec4
// vc0  uniform arg3: vec4
// vc1 = 0, _, _, _
mov op, va0
crs vt0.xyz, va1.zxy, va2.zxy
mul vt0.xyz, va2.w, vt0.yzx
dp3 v0.y, vt0.xyz, vc0.xyz
dp3 v0.x, va2.xyz, vc0.xyz
dp3 v0.z, va1.xyz, vc0.xyz
mov v0.w, vc1.x
