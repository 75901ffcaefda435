// 4 instructions, lower bound 4
// AGAL version 1, fragment program, 4 tokens
// v0   input uv: vec2
// v1   input shadow: vec3
// oc   output ret0: vec4
// fs0  sampler sampler0: sampler2D
// fs1  sampler sampler1: sampler2D
tex ft0, v0.xy, fs0 <2d,nearest,1.5>
div ft1.xy, v1.xy, v1.z
tex ft2, ft1.xy, fs1 <2d,nearest>
mul oc, ft0, ft2
