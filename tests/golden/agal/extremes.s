// 13 instructions, lower bound 7
// AGAL version 1, fragment program, 13 tokens
// v0  input arg0: vec4
// v1  input arg1: vec4
// v2  input arg2: vec4
// oc  output ret0: vec4
max ft0.xy, v0.xz, v0.yw
max ft0.zw, v1.zzzx, v1.wwwy
max ft0.xz, ft0.xxw, ft0.yyz
min ft0.y, v0.x, v1.x
max ft0.w, v0.x, v1.x
min ft0.w, ft0.w, v2.x
max ft0.xz, ft0.xxy, ft0.zzw
min ft1.xy, v2.xz, v2.yw
min ft1.zw, v1.zzzx, v1.wwwy
min ft0.yw, ft1.xxxw, ft1.yyyz
min ft0.y, ft0.y, ft0.w
sub ft0.w, ft0.x, ft0.y
mov oc, ft0
