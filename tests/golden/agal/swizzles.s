// 8 instructions, lower bound 5
// AGAL version 1, fragment program, 8 tokens
// v0  input arg0: vec4
// v1  input arg1: vec4
// oc  output ret0: vec4
mul ft0.xyz, v0.wzx, v1.yxz
add ft0.xy, v0.zx, ft0.xy
mul ft1.xy, v0.y, ft0.xy
sub ft0.x, ft0.z, v1.w
add ft0.zw, ft1.y, ft0.yyyx
add ft0.x, ft1.x, v1.z
add ft0.y, ft1.x, v0.x
mov oc, ft0
