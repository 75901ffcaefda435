// 5 instructions, lower bound 4
// AGAL version 1, fragment program, 5 tokens
// v0   input arg0: vec2
// v1   input arg1: vec4
// oc   output ret0: vec4
// fc0  uniform arg2: float
// fs0  sampler sampler0: sampler2D
tex ft0, v0.xy, fs0 <2d,nearest>
mul ft1.x, v1.w, ft0.w
sub ft1.x, ft1.x, fc0.x
kil ft1.x
mul oc, v1, ft0
