// 36 instructions, lower bound 17
// AGAL version 1, vertex program, 36 tokens
// va0  input arg0: int
// va1  input arg1: int
// va2  input arg2: int
// op   output ret0: vec4
// vc0 = 0.0625, 0.125, 0.1, -5e+02
// vc1 = 5e+02, 3e+01, 0.9999981, -2
// vc2 = 1, 0, 0.00390625, 256
// vc3 = 4, 64, 0.14285715, 1e+01
max vt0.x, va0.x, vc0.w
max vt0.y, va1.x, vc2.x
min vt0.xy, vt0.xy, vc1.xy
abs vt0.w, vt0.x
div vt1.x, vt0.w, vt0.y
mul vt0.z, vt0.x, vc3.z
slt vt1.yz, vt0.xxz, vc2.y
mul vt1.xy, vt1.xy, vc1.zw
mul vt1.w, va2.x, vc2.z
frc vt2.xy, vt1.xw
sub vt2.x, vt1.x, vt2.x
mul vt2.z, vt2.x, vt0.y
sub vt1.x, vt1.w, vt2.y
mul vt1.x, vt1.x, vc2.w
sub vt3.z, va2.x, vt1.x
mul vt3.xyw, vt3.z, vc0.xyyz
frc vt4.xyz, vt3.xyw
sub vt3.xyw, vt3.xyyw, vt4.xyyz
mul vt2.y, vt3.x, vc3.y
mul vt0.x, vt3.z, vc3.x
sub vt1.xw, vt0.wwwx, vt2.zzzy
sge vt2.y, vt1.x, vt0.y
add vt2.x, vt2.x, vt2.y
add vt0.x, vt1.y, vc2.x
mul vt0.yw, vt2.xxxy, vt0.xxxy
sub vt2.x, vt1.x, vt0.w
mul vt0.x, vt2.x, vt0.x
add op.xy, vt0.yx, vc2.y
mul vt4.x, vt3.w, vc3.w
sub vt3.x, vt3.z, vt4.x
frc vt0.x, vt0.z
sub vt0.x, vt0.z, vt0.x
slt vt0.y, vt0.x, vt0.z
mul vt0.y, vt1.z, vt0.y
add vt1.x, vt0.x, vt0.y
add op.zw, vt1.wwwx, vt3.yyyx
