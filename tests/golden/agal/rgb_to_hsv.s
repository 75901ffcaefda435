// 24 instructions, lower bound 12
// AGAL version 1, fragment program, 24 tokens
// v0  input arg0: vec4
// oc  output ret0: vec4
// fc0 = 2, 4, 0.001, 0.16666667
// fc1 = 0, 1, _, _
sub ft0.xyz, v0.yzx, v0.zxy
max ft0.w, v0.y, v0.z
max ft0.w, v0.x, ft0.w
min ft1.x, v0.y, v0.z
min ft1.x, v0.x, ft1.x
sub ft1.x, ft0.w, ft1.x
div ft0.xyz, ft0.xyz, ft1.x
add ft0.yz, ft0.yyz, fc0.xxy
seq ft2.xy, ft0.w, v0.xy
sne ft2.zw, ft0.w, v0.xxxy
mul ft0.yz, ft2.yyw, ft0.yyz
add ft0.y, ft0.y, ft0.z
mul ft0.xy, ft2.xz, ft0.xy
add ft0.x, ft0.x, ft0.y
mul ft0.x, ft0.x, fc0.w
slt ft0.y, ft0.x, fc1.x
mul ft0.y, ft0.y, fc1.y
add ft0.x, ft0.x, ft0.y
slt ft0.z, fc0.z, ft1.x
div ft0.y, ft1.x, ft0.w
mul ft0.xy, ft0.z, ft0.xy
add ft0.xy, ft0.xy, fc1.x
mov ft0.z, v0.w
mov oc, ft0.xywz
