// 7 instructions, lower bound 5
// AGAL version 1, fragment program, 7 tokens
// v0  input arg0: vec4
// v1  input arg1: float
// oc  output ret0: vec4
// fc0 = 0.125, _, _, _
mul ft0.xyz, v0.xyz, v1.x
frc ft1.xyz, ft0.xyz
sub ft1.xyz, ft0.xyz, ft1.xyz
min ft0.xyz, ft1.xyz, ft0.xyz
mul ft0.xyz, ft0.xyz, fc0.x
mul ft0.w, v1.x, fc0.x
mov oc, ft0
