// 11 instructions, lower bound 10
// AGAL version 1, fragment program, 11 tokens
// v0  input arg0: vec4
// v1  input arg1: vec4
// oc  output ret0: vec4
// fc0 = 0.5, -0, 2, 1
dp3 ft0.x, v1.xyz, v1.xyz
sqt ft0.x, ft0.x
rcp ft0.x, ft0.x
mul ft0.xyz, v1.xyz, ft0.x
dp3 ft0.w, v0.xyz, ft0.xyz
mul ft0.w, ft0.w, fc0.z
mul ft0.xyz, ft0.xyz, ft0.w
sub ft0.xyz, v0.xyz, ft0.xyz
mul ft0.xyz, ft0.xyz, fc0.x
mov ft0.w, fc0.w
add oc, ft0, fc0.xxxy
