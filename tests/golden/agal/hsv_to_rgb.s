// 12 instructions, lower bound 11
// AGAL version 1, fragment program, 12 tokens
// v0  input arg0: vec4
// oc  output ret0: vec4
// fc0 = 1, 0.6666667, 0.33333334, 6
// fc1 = -3, -1, _, _
add ft0.xyz, v0.x, fc0.xyz
frc ft0.xyz, ft0.xyz
mul ft0.xyz, ft0.xyz, fc0.w
add ft0.xyz, ft0.xyz, fc1.x
abs ft0.xyz, ft0.xyz
add ft0.xyz, ft0.xyz, fc1.y
sat ft0.xyz, ft0.xyz
add ft0.xyz, ft0.xyz, fc1.y
mul ft0.xyz, v0.y, ft0.xyz
add ft0.xyz, ft0.xyz, fc0.x
mov ft0.w, fc0.x
mul oc, v0.zzzw, ft0
