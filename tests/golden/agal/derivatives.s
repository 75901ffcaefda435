// 3 instructions, lower bound 3
// AGAL version 2, fragment program, 3 tokens
// v0   input uv: vec2
// oc   output ret0: vec4
// fc0  uniform scale: vec4
ddx ft0.xy, v0.xy
ddy ft0.zw, v0.xxxy
mul oc, ft0, fc0
