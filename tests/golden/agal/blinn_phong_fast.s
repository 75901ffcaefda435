// 13 instructions, lower bound 12
// AGAL version 1, fragment program, 13 tokens
// v0        input arg0: vec4
// v1        input arg1: vec4
// oc        output ret0: vec4
// fc0..fc2  uniform arg2: vec4[3]
// fc3 = 0, 0.0001, 1, _
nrm ft0.xyz, v0.xyz
nrm ft1.xyz, v1.xyz
add ft1.xyz, ft1.zxy, fc0.zxy
nrm ft2.xyz, ft1.xyz
dp3 ft0.w, ft0.xyz, ft2.yzx
dp3 ft0.x, ft0.xyz, fc0.xyz
max ft0.xy, ft0.xw, fc3.xy
mul ft0.xzw, fc1.xxyz, ft0.x
pow ft0.y, ft0.y, fc2.w
mul ft1.xyz, fc2.xyz, ft0.y
add ft0.xyz, ft0.xzw, ft1.xyz
mov ft0.w, fc3.z
mov oc, ft0
