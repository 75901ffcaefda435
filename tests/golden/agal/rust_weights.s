// 9 instructions, lower bound 6
// AGAL version 1, fragment program, 9 tokens
// v0        input value: vec4
// v1        input weight: vec4
// oc        output out: vec4
// fc0..fc1  uniform bias: vec4[2]
// fc2 = 0, 1, _, _
mov ft0, fc1.xzwy
max ft0, fc0.xzwy, ft0
max ft0.xy, ft0.xw, ft0.yz
max ft0.x, ft0.x, ft0.y
max ft0.y, ft0.x, fc2.x
dp4 ft0.x, v0, v1
max ft0.z, ft0.x, ft0.y
mov ft0.w, fc2.y
mov oc, ft0
