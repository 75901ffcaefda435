// 7 instructions, lower bound 4
// AGAL version 1, fragment program, 7 tokens
// v0   input arg0: vec2
// oc   output ret0: bool
// fc0  uniform arg1: vec4
// fc1 = 0, 1, _, _
sge ft0.xyz, v0.xy, fc0.xwy
slt ft0.w, v0.x, fc0.z
mul ft0.z, ft0.z, ft0.w
slt ft0.y, ft0.y, ft0.z
mul ft0.x, ft0.x, ft0.y
mov ft0.yz, fc1.xxy
mov oc, ft0.xyyz
