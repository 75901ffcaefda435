// 15 instructions, lower bound 14
// AGAL version 1, fragment program, 15 tokens
// v0        input arg0: vec4
// v1        input arg1: vec4
// oc        output ret0: vec4
// fc0..fc2  uniform arg2: vec4[3]
// fc3 = 0.0001, 0, 1, _
nrm ft0.xyz, v1.xyz
add ft0.xyz, fc0.xyz, ft0.xyz
nrm ft1.xyz, v0.xyz
mul ft2.xyz, ft0.xyz, ft1.xyz
dp3 ft0.x, ft0.xyz, ft0.xyz
rsq ft0.x, ft0.x
dp3 ft0.x, ft2.xyz, ft0.x
dp3 ft0.y, fc0.xyz, ft1.xyz
max ft0.xy, ft0.xy, fc3.xy
pow ft0.x, ft0.x, fc2.w
mul ft0.xzw, ft0.x, fc2.xxyz
mul ft1.xyz, ft0.y, fc1.xyz
add ft0.xyz, ft0.xzw, ft1.xyz
mov ft0.w, fc3.z
mov oc, ft0
