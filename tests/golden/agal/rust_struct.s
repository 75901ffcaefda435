// 15 instructions, lower bound 13
// AGAL version 1, vertex program, 15 tokens
// va0  input r: float
// va1  input g: float
// va2  input b: float
// op   output ret0: vec4
// vc0  uniform gain: float
// vc1 = 0.3, 0.6, 0.1, 0
// vc2 = 1, _, _, _
mov vt0.x, va0.x
mov vt0.y, va1.x
mov vt0.z, va2.x
dp3 vt0.w, vt0.xyz, vc1.xyz
sub vt0.xyz, vt0.xyz, vt0.w
mul vt0.xyz, vt0.xyz, vc0.x
add vt0.xyz, vt0.w, vt0.xyz
sge vt1.xyz, vt0.xyz, vc1.w
mul vt0.xyz, vt1.xyz, vt0.xyz
add vt0.xyz, vt0.xyz, vc1.w
slt vt1.xyz, vc2.x, vt0.xyz
sub vt2.xyz, vc2.x, vt1.xyz
mul vt0.xyz, vt2.xyz, vt0.xyz
add op.xyz, vt1.xyz, vt0.xyz
mov op.w, vc2.x
