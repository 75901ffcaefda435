// 10 instructions, lower bound 10
// AGAL version 2, fragment program, 10 tokens
// v0   input arg0: vec2
// oc   output ret0: vec4
// fc0  uniform arg1: float
// fs0  sampler sampler0: sampler2D
// fc1 = 1, _, _, _
tex ft0, v0.xy, fs0 <2d,nearest>
dp3 ft1.x, ft0.xyz, fc1.x
ddx ft1.y, ft1.x
ddy ft1.x, ft1.x
abs ft1.xy, ft1.yx
add ft1.x, ft1.x, ft1.y
mul ft1.x, fc0.x, ft1.x
sub ft1.x, fc1.x, ft1.x
sat ft1.x, ft1.x
mul oc, ft0, ft1.x
