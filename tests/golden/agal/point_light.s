// 14 instructions, lower bound 10
// AGAL version 1, fragment program, 14 tokens
// v0        input arg0: vec4
// v1        input arg1: vec4
// v2        input arg2: vec4
// oc        output ret0: vec4
// fc0..fc2  uniform arg3: vec4[3]
// fc3 = 0, _, _, _
sub ft0.xyz, fc0.xyz, v0.xyz
dp3 ft1.x, ft0.xyz, ft0.xyz
sqt ft1.y, ft1.x
mul ft1.xz, fc2.zzy, ft1.xxy
add ft0.w, fc2.x, ft1.z
add ft0.w, ft1.x, ft0.w
dp3 ft0.x, v1.xyz, ft0.xyz
div ft0.x, ft0.x, ft1.y
max ft0.x, ft0.x, fc3.x
div ft0.x, ft0.x, ft0.w
mul ft0.yzw, v2.xxyz, fc1.xxyz
mul ft0.xyz, ft0.yzw, ft0.x
mov ft0.w, v2.w
mov oc, ft0
