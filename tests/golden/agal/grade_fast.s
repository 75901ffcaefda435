// 10 instructions, lower bound 8
// AGAL version 1, fragment program, 10 tokens
// v0   input arg0: vec4
// oc   output ret0: vec4
// fc0  uniform arg1: vec4
// fc1 = 0.0722, 0.2126, 0.7152, -0.5
// fc2 = 0.5, _, _, _
add ft0.xyz, v0.zxy, fc1.w
mul ft0.xyz, ft0.xyz, fc0.y
add ft0.xyz, ft0.xyz, fc0.x
add ft0.xyz, ft0.xyz, fc2.x
dp3 ft0.w, ft0.xyz, fc1.xyz
sub ft0.xyz, ft0.yzx, ft0.w
mul ft0.xyz, fc0.z, ft0.xyz
add ft0.xyz, ft0.w, ft0.xyz
mov ft0.w, v0.w
mov oc, ft0
