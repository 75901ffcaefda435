// 22 instructions, lower bound 19
// AGAL version 1, fragment program, 22 tokens
// v0   input arg0: vec4
// v1   input arg1: vec2
// oc   output ret0: vec4
// fc0  uniform arg2: float
// fc1 = 1, 0.03, 0.5, 0
// fc2 = 2.51, 2.43, 0.59, 0.14
mul ft0.xyz, fc0.x, v0.xyz
max ft1.yzw, ft0.xxyz, fc1.w
max ft0.w, ft0.y, ft1.w
max ft2.x, ft0.x, ft0.w
mul ft2.yzw, ft1.yyzw, fc2.x
add ft2, ft2, fc1.xy
slt ft1.x, v1.x, fc1.z
mul ft2, ft2, ft1
mul ft3.xyz, ft1.yzw, fc2.y
add ft3.xyz, ft3.xyz, fc2.z
mul ft1.yzw, ft3.xxyz, ft1.yyzw
add ft1.yzw, ft1.yyzw, fc2.w
div ft1.yzw, ft2.yyzw, ft1.yyzw
sge ft0.w, v1.x, fc1.z
mul ft1.yzw, ft0.w, ft1.yyzw
sub ft0.w, ft2.x, ft0.w
rcp ft0.w, ft0.w
mul ft0.xyz, ft0.w, ft0.xyz
mul ft0.xyz, ft1.x, ft0.xyz
add ft0.xyz, ft0.xyz, ft1.yzw
mov ft0.w, v0.w
mov oc, ft0
