// 23 instructions, lower bound 19
// AGAL version 1, fragment program, 23 tokens
// v0   input arg0: vec4
// v1   input arg1: vec2
// oc   output ret0: vec4
// fc0  uniform arg2: float
// fc1 = 1, 0.03, 0.5, 0
// fc2 = 2.51, 2.43, 0.59, 0.14
mul ft0.xyz, v0.xyz, fc0.x
max ft1.xyz, ft0.xyz, fc1.w
max ft0.w, ft0.y, ft1.z
max ft2.x, ft0.x, ft0.w
mul ft2.yzw, ft1.xxyz, fc2.x
add ft2, ft2, fc1.xy
mul ft2.yzw, ft1.xxyz, ft2.yyzw
mul ft3.xyz, ft1.xyz, fc2.y
add ft3.xyz, ft3.xyz, fc2.z
mul ft1.xyz, ft1.xyz, ft3.xyz
add ft1.xyz, ft1.xyz, fc2.w
div ft1.xyz, ft2.yzw, ft1.xyz
sge ft1.w, v1.x, fc1.z
mul ft1.xyz, ft1.w, ft1.xyz
slt ft0.w, v1.x, fc1.z
mul ft2.x, ft2.x, ft0.w
sub ft1.w, ft2.x, ft1.w
rcp ft2.x, ft1.w
mul ft2.xyz, ft0.xyz, ft2.x
mul ft2.xyz, ft0.w, ft2.xyz
add ft0.xyz, ft2.xyz, ft1.xyz
mov ft0.w, v0.w
mov oc, ft0
