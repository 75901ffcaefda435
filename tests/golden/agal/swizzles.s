// 8 instructions, lower bound 5
// AGAL version 1, fragment program, 8 tokens
// v0  input arg0: vec4
// v1  input arg1: vec4
// oc  output ret0: vec4
mul ft0.xyz, v0.wzx, v1.yxz
add ft0.xy, v0.zx, ft0.xy
mul ft0.xw, v0.y, ft0.xxxy
sub ft0.z, ft0.z, v1.w
add ft0.zw, ft0.w, ft0.yyyz
add ft0.y, ft0.x, v1.z
add ft0.x, ft0.x, v0.x
mov oc, ft0.yxzw
