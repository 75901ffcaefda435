// 5 instructions, lower bound 5
// AGAL version 1, fragment program, 5 tokens
// v0   input arg0: vec4
// v1   input arg1: vec4
// oc   output ret0: vec4
// fs2  sampler sampler2: sampler2D
// fc0 = 0, _, _, _
div ft0.xy, v0.xy, v0.w
tex ft1, ft0.xy, fs2 <2d,nearest>
slt ft0.x, fc0.x, v0.w
mul ft0, ft0.x, ft1
add oc, v1, ft0
