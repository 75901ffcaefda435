// 15 instructions, lower bound 11
// AGAL version 1, fragment program, 15 tokens
// v0   input arg0: vec4
// v1   input arg1: vec4
// v2   input arg2: vec4
// oc   output ret0: vec4
// fc0  uniform arg3: vec4
// fc1 = 1, 0, _, _
dp3 ft0.x, v0.xyz, v0.xyz
dp3 ft0.y, v1.xyz, v1.xyz
sqt ft0.xy, ft0.xy
rcp ft0.xy, ft0.xy
mul ft0.xzw, v0.xxyz, ft0.x
mul ft1.xyz, v1.xyz, ft0.y
dp3 ft0.x, ft0.xzw, ft1.xyz
sat ft0.x, ft0.x
sub ft0.x, fc1.x, ft0.x
mul ft0.y, ft0.x, ft0.x
mul ft0.x, ft0.x, ft0.y
mul ft0.xyz, ft0.x, fc0.xyz
add ft0.xyz, v2.xyz, ft0.xyz
add ft0.w, v2.w, fc1.y
mov oc, ft0
