// 30 instructions, lower bound 14
// AGAL version 1, fragment program, 30 tokens
// v0        input arg0: float
// v1        input arg1: int
// oc        output arg3: vec4
// fc0..fc1  uniform arg2: vec4[2]
// fc2 = 2, 1, 3, 0.25
// fc3 = 4, _, _, _
mul ft0.x, v1.x, fc2.w
frc ft0.y, ft0.x
sub ft0.x, ft0.x, ft0.y
mul ft0.x, ft0.x, fc3.x
sub ft0.x, v1.x, ft0.x
add ft0.y, ft0.x, fc3.x
sub ft0.y, ft0.y, fc3.x
slt ft1.xz, ft0.y, fc2.yyz
sge ft1.yw, ft0.y, fc2.yyyz
mul ft1, ft1, fc1
add ft0.zw, ft1.xxxz, ft1.yyyw
slt ft1.xz, ft0.xxy, fc2.zzx
sge ft1.yw, ft0.xxxy, fc2.zzzx
mul ft0.yz, ft1.zzw, ft0.zzw
add ft0.z, ft0.y, ft0.z
mul ft0.yw, ft1.xxxy, fc0.zzzw
add ft0.y, ft0.y, ft0.w
sge ft1.xz, ft0.x, fc2.xxy
mul ft0.y, ft1.x, ft0.y
slt ft1.xy, ft0.x, fc2.xy
mul ft0.xw, ft1.yyyz, fc0.xxxy
add ft0.x, ft0.x, ft0.w
mul ft0.x, ft1.x, ft0.x
add ft0.x, ft0.x, ft0.y
mul ft0.x, v0.x, ft0.x
add ft0.y, v0.x, fc2.x
div ft0.x, ft0.x, ft0.y
mul ft0.y, ft0.x, ft0.x
mov ft0.w, fc2.y
mov oc, ft0
