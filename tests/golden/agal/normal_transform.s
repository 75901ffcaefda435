// 9 instructions, lower bound 9
// AGAL version 1, vertex program, 9 tokens
// va0       input arg0: vec4
// va1       input arg1: vec4
// op        output arg4: vec4
// v0        output arg5: vec4
// vc0..vc2  uniform arg2: vec4[3]
// vc3..vc6  uniform arg3: vec4[4]
// vc7 = 1, 0, _, _
m34 vt0.xyz, va0, vc0
mov vt0.w, vc7.x
m44 op, vt0, vc3
m33 vt0.xyz, va1.xyz, vc0
dp3 vt0.w, vt0.xyz, vt0.xyz
sqt vt0.w, vt0.w
rcp vt0.w, vt0.w
mul v0.xyz, vt0.xyz, vt0.w
mov v0.w, vc7.y
