// 6 instructions, lower bound 5
// AGAL version 1, fragment program, 6 tokens
// v0  input arg0: vec4
// oc  output ret0: vec4
// fc0 = 0.393, 0.769, 0.189, 1
// fc1 = 0.349, 0.686, 0.168, _
// fc2 = 0.272, 0.534, 0.131, _
dp3 ft0.x, v0.xyz, fc0.xyz
dp3 ft0.y, v0.xyz, fc1.xyz
dp3 ft0.z, v0.xyz, fc2.xyz
min ft0.xyz, ft0.xyz, fc0.w
mov ft0.w, v0.w
mov oc, ft0
