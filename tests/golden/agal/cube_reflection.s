// 9 instructions, lower bound 8
// AGAL version 1, fragment program, 9 tokens
// v0   input arg0: vec4
// v1   input arg1: vec4
// v2   input arg2: vec2
// oc   output ret0: vec4
// fc0  uniform arg3: float
// fs0  sampler sampler0: sampler2D
// fs1  sampler sampler1: samplerCube
// fc1 = 2, _, _, _
tex ft0, v2.xy, fs0 <2d,nearest>
dp3 ft1.x, v0.xyz, v1.xyz
mul ft1.x, ft1.x, fc1.x
mul ft1.xyz, v0.xyz, ft1.x
sub ft1.xyz, v1.xyz, ft1.xyz
tex ft2, ft1.xyz, fs1 <cube,nearest,miplinear>
sub ft1, ft2, ft0
mul ft1, ft1, fc0.x
add oc, ft0, ft1
