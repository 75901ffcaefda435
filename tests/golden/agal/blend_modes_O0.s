// 28 instructions, lower bound 27
// AGAL version 1, fragment program, 28 tokens
// v0  input arg0: vec4
// v1  input arg1: vec4
// v2  input arg2: int
// oc  output ret0: vec4
// fc0 = 0, 1, 2, 3
// fc1 = 4, 9, _, _
add ft0, v0, v1
mul ft1, v0, v1
sub ft2, ft0, ft1
seq ft3, v2.x, fc0
mul ft2, ft3.w, ft2
min ft4, v0, v1
seq ft5.xy, v2.x, fc1.xy
mul ft4, ft5.y, ft4
sne ft5.yz, v2.x, fc1.xxy
mul ft6, ft5.z, v0
add ft4, ft4, ft6
mul ft4, ft5.y, ft4
mul ft5.yzw, ft1.xxyz, fc0.z
mul ft5.yzw, ft5.x, ft5.yyzw
mul ft5.x, ft5.x, v1.w
add ft4, ft5.yzwx, ft4
sne ft5, v2.x, fc0
mul ft4, ft5.w, ft4
add ft2, ft2, ft4
mul ft2, ft5.z, ft2
mul ft1, ft3.z, ft1
add ft1, ft1, ft2
mul ft1, ft5.y, ft1
mul ft0, ft3.y, ft0
add ft0, ft0, ft1
mul ft0, ft5.x, ft0
mul ft1, ft3.x, v1
add oc, ft1, ft0
