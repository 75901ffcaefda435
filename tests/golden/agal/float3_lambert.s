// 6 instructions, lower bound 5
// AGAL version 1, fragment program, 6 tokens
// v0        input arg0: vec3
// v1        input arg1: vec3
// oc        output ret0: vec3
// fc0..fc1  uniform arg2: vec3[2]
// fc2 = 0, 1, _, _
dp3 ft0.x, v0.xyz, fc0.xyz
max ft0.x, ft0.x, fc2.x
mul ft0.xyz, v1.xyz, ft0.x
add ft0.xyz, fc1.xyz, ft0.xyz
mov ft0.w, fc2.y
mov oc, ft0
