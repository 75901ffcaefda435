// 34 instructions, lower bound 17
// AGAL version 1, vertex program, 34 tokens
// va0  input arg0: int
// va1  input arg1: int
// va2  input arg2: int
// op   output ret0: vec4
// vc0 = 4, 0.0625, 0.125, 0.1
// vc1 = 0.9999981, -2, 256, -5e+02
// vc2 = 5e+02, 3e+01, 0, -0
// vc3 = 64, 1e+01, 1, 0.00390625
// vc4 = 0.14285715, _, _, _
max vt0.x, va0.x, vc1.w
max vt0.y, va1.x, vc3.z
min vt0.xy, vt0.xy, vc2.xy
abs vt0.w, vt0.x
div vt1.x, vt0.w, vt0.y
mul vt0.z, vt0.x, vc4.x
slt vt1.yw, vt0.xxxz, vc2.z
mul vt0.x, va2.x, vc3.w
frc vt2.xy, vt0.xz
sub vt1.z, vt0.x, vt2.x
mul vt1.xyz, vt1.xyz, vc1.xyz
frc vt0.x, vt1.x
sub vt0.x, vt1.x, vt0.x
mul vt1.x, vt0.x, vt0.y
sub vt0.w, vt0.w, vt1.x
sge vt1.x, vt0.w, vt0.y
add vt0.x, vt0.x, vt1.x
mul vt0.y, vt1.x, vt0.y
sub vt0.y, vt0.w, vt0.y
add vt0.w, vt1.y, vc3.z
mul vt0.xy, vt0.xy, vt0.w
sub vt0.w, va2.x, vt1.z
mul vt3, vt0.w, vc0
frc vt1.xyz, vt3.yzw
sub vt1.xyz, vt3.yzw, vt1.xyz
mul vt1.xz, vt1.xxz, vc3.xxy
sub vt2.x, vt3.x, vt1.x
sub vt1.x, vt0.w, vt1.z
sub vt0.w, vt0.z, vt2.y
slt vt0.z, vt0.w, vt0.z
mul vt0.z, vt1.w, vt0.z
add vt2.y, vt0.w, vt0.z
add vt0.zw, vt2.xxxy, vt1.yyyx
add op, vt0, vc2.zzw
