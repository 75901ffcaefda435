// 6 instructions, lower bound 6
// AGAL version 1, vertex program, 6 tokens
// va0       input arg0: vec4
// va1       input arg1: vec4
// op        output ret0: vec4
// v0        output ret1: vec4
// vc0..vc9  uniform arg2: vec4[10]
// vc10 = 0, _, _, _
m44 op, va0, vc0
m33 vt0.xyz, va1.xyz, vc4
dp3 vt0.x, vc7.xyz, vt0.xyz
max vt0.x, vt0.x, vc10.x
mul vt0, vc8, vt0.x
add v0, vc9, vt0
