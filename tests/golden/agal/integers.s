// 35 instructions, lower bound 17
// AGAL version 1, vertex program, 35 tokens
// va0  input arg0: int
// va1  input arg1: int
// va2  input arg2: int
// op   output ret0: vec4
// vc0 = 4, 0.0625, 0.125, 0.1
// vc1 = 5e+02, 3e+01, 0.9999981, -2
// vc2 = 64, 1e+01, -5e+02, 1
// vc3 = 0, 0.00390625, 256, 0.14285715
max vt0.x, va0.x, vc2.z
max vt0.y, va1.x, vc2.w
min vt0.xy, vt0.xy, vc1.xy
abs vt0.w, vt0.x
div vt1.x, vt0.w, vt0.y
mul vt0.z, vt0.x, vc3.w
slt vt1.yz, vt0.xxz, vc3.x
mul vt1.xy, vt1.xy, vc1.zw
mul vt1.w, va2.x, vc3.y
frc vt2.xy, vt1.xw
sub vt0.x, vt1.x, vt2.x
mul vt1.x, vt0.x, vt0.y
sub vt0.w, vt0.w, vt1.x
sge vt2.z, vt0.w, vt0.y
add vt2.x, vt0.x, vt2.z
add vt0.x, vt1.y, vc2.w
mul vt1.xy, vt2.xz, vt0.xy
sub vt2.x, vt0.w, vt1.y
mul vt1.y, vt2.x, vt0.x
add op.xy, vt1.xy, vc3.x
sub vt1.x, vt1.w, vt2.y
mul vt1.x, vt1.x, vc3.z
sub vt0.x, va2.x, vt1.x
mul vt2, vt0.x, vc0
frc vt1.xyw, vt2.yzzw
sub vt1.xyw, vt2.zyyw, vt1.yxxw
mul vt0.yw, vt1.yyyw, vc2.xxxy
sub vt0.y, vt2.x, vt0.y
sub vt1.y, vt0.x, vt0.w
frc vt0.x, vt0.z
sub vt0.x, vt0.z, vt0.x
slt vt0.z, vt0.x, vt0.z
mul vt0.z, vt1.z, vt0.z
add vt0.x, vt0.x, vt0.z
add op.zw, vt0.yyyx, vt1.xxxy
