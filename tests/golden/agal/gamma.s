// 5 instructions, lower bound 4
// AGAL version 1, fragment program, 5 tokens
// v0   input arg0: vec4
// oc   output ret0: vec4
// fc0  uniform arg1: float
// fc1 = 0, 0.001, _, _
max ft0.xyz, v0.xyz, fc1.x
add ft0.xyz, ft0.xyz, fc1.y
pow ft0.xyz, ft0.xyz, fc0.x
mov ft0.w, v0.w
mov oc, ft0
