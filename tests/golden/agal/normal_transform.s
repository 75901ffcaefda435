// 13 instructions, lower bound 13
// AGAL version 1, vertex program, 13 tokens
// va0       input arg0: vec4
// va1       input arg1: vec4
// op        output arg4: vec4
// v0        output arg5: vec4
// vc0..vc2  uniform arg2: vec4[3]
// vc3..vc6  uniform arg3: vec4[4]
// vc7 = 1, 0, _, _
dp4 vt0.x, va0, vc0
dp4 vt0.y, va0, vc1
dp4 vt0.z, va0, vc2
mov vt0.w, vc7.x
m44 op, vt0, vc3
dp3 vt0.x, va1.xyz, vc0.xyz
dp3 vt0.y, va1.xyz, vc1.xyz
dp3 vt0.z, va1.xyz, vc2.xyz
dp3 vt0.w, vt0.xyz, vt0.xyz
sqt vt0.w, vt0.w
rcp vt0.w, vt0.w
mul v0.xyz, vt0.xyz, vt0.w
mov v0.w, vc7.y
