// 8 instructions, lower bound 5
// AGAL version 1, fragment program, 8 tokens
// v0   input arg0: vec2
// oc   output ret0: bool
// fc0  uniform arg1: vec4
// fc1 = 0, 1, _, _
sge ft0.xyz, v0.xy, fc0.xyw
slt ft0.w, v0.x, fc0.z
mul ft0.y, ft0.y, ft0.w
sub ft0.z, fc1.y, ft0.z
mul ft0.y, ft0.y, ft0.z
mul ft0.x, ft0.x, ft0.y
mov ft0.yzw, fc1.xxxy
mov oc, ft0
