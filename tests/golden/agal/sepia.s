// 4 instructions, lower bound 3
// AGAL version 1, fragment program, 4 tokens
// v0  input arg0: vec4
// oc  output ret0: vec4
// fc0 = 0.393, 0.769, 0.189, _
// fc1 = 0.349, 0.686, 0.168, _
// fc2 = 0.272, 0.534, 0.131, _
// fc3 = 1, _, _, _
m33 ft0.xyz, v0.xyz, fc0
min ft0.xyz, ft0.xyz, fc3.x
mov ft0.w, v0.w
mov oc, ft0
