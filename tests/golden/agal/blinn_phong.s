// 20 instructions, lower bound 16
// AGAL version 1, fragment program, 20 tokens
// v0        input arg0: vec4
// v1        input arg1: vec4
// oc        output ret0: vec4
// fc0..fc2  uniform arg2: vec4[3]
// fc3 = 0, 0.0001, 1, _
dp3 ft0.x, v0.xyz, v0.xyz
dp3 ft0.y, v1.xyz, v1.xyz
sqt ft0.xy, ft0.xy
rcp ft0.xy, ft0.yx
mul ft0.xzw, v1.xxyz, ft0.x
add ft1.xyz, ft0.xzw, fc0.xyz
dp3 ft0.x, ft1.xyz, ft1.xyz
sqt ft0.x, ft0.x
rcp ft0.x, ft0.x
mul ft0.xzw, ft1.xxyz, ft0.x
mul ft1.xyz, v0.xyz, ft0.y
dp3 ft0.y, ft1.xyz, ft0.xzw
dp3 ft0.x, ft1.xyz, fc0.xyz
max ft0.xy, ft0.xy, fc3.xy
mul ft0.xzw, fc1.xxyz, ft0.x
pow ft0.y, ft0.y, fc2.w
mul ft1.xyz, fc2.xyz, ft0.y
add ft0.xyz, ft0.xzw, ft1.xyz
mov ft0.w, fc3.z
mov oc, ft0
