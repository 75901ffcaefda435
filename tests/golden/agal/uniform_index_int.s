// 6 instructions, lower bound 4
// AGAL version 1, vertex program, 6 tokens
// va0        input arg0: vec4
// va1        input arg1: int
// op         output ret0: vec4
// vc0..vc15  uniform arg2: vec4[16]
// vc16 = 0.0625, 16, _, _
mul vt0.x, va1.x, vc16.x
frc vt0.y, vt0.x
sub vt0.x, vt0.x, vt0.y
mul vt0.x, vt0.x, vc16.y
sub vt0.x, va1.x, vt0.x
add op, va0, vc[vt0.x]
