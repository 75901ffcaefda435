// 13 instructions, lower bound 6
// AGAL version 1, fragment program, 13 tokens
// v0        input value: vec4
// v1        input weight: vec4
// oc        output out: vec4
// fc0..fc1  uniform bias: vec4[2]
// fc2 = 0, 1, _, _
dp4 ft0.x, v0, v1
mov ft0.y, fc0.x
max ft0.y, ft0.y, fc2.x
max ft0.y, ft0.y, fc0.y
max ft0.y, ft0.y, fc0.z
max ft0.y, ft0.y, fc0.w
max ft0.y, ft0.y, fc1.x
max ft0.y, ft0.y, fc1.y
max ft0.y, ft0.y, fc1.z
max ft0.y, ft0.y, fc1.w
max ft0.z, ft0.x, ft0.y
mov ft0.w, fc2.y
mov oc, ft0
