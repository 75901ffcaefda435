// 4 instructions, lower bound 3
// AGAL version 1, fragment program, 4 tokens
// v0   input uv: vec2
// oc   output ret0: vec4
// fc0  uniform limit: float
// fs0  sampler sampler0: sampler2D
// fc1 = 0.299, 0.587, 0.114, _
tex ft0, v0.xy, fs0 <2d,nearest>
dp3 ft0.x, ft0.xyz, fc1.xyz
slt ft0.x, fc0.x, ft0.x
mov oc, ft0.xxxw
