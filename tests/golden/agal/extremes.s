// 14 instructions, lower bound 7
// AGAL version 1, fragment program, 14 tokens
// v0  input arg0: vec4
// v1  input arg1: vec4
// v2  input arg2: vec4
// oc  output ret0: vec4
min ft0.xy, v2.xz, v2.yw
min ft0.zw, v1.zzzx, v1.wwwy
min ft0.xy, ft0.xw, ft0.yz
min ft0.x, ft0.x, ft0.y
max ft1.xy, v0.xz, v0.yw
max ft1.zw, v1.zzzx, v1.wwwy
max ft1.xz, ft1.xxw, ft1.yyz
max ft0.y, ft1.x, ft1.z
sub ft0.w, ft0.y, ft0.x
min ft1.y, v0.x, v1.x
max ft0.y, v0.x, v1.x
min ft1.w, ft0.y, v2.x
max ft0.yz, ft1.xxy, ft1.zzw
mov oc, ft0.yxzw
