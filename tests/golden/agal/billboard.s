// 14 instructions, lower bound 10
// AGAL version 1, vertex program, 14 tokens
// va0       input arg0: vec2
// va1       input arg1: vec4
// va2       input arg2: float
// op        output arg5: vec4
// v0        output arg6: vec4
// vc0       uniform arg3: float
// vc1..vc2  uniform arg4: vec4[2]
// vc3 = 0.5, 2, 0.25, 1
sub vt0.x, vc0.x, va2.x
frc vt0.x, vt0.x
mul vt0.yz, vt0.x, vc3.xxy
add vt0.y, vt0.y, vc3.z
mul vt0.yw, va0.yyyx, vt0.y
mul vt1, vc2.xzwy, vt0.y
mul vt2, vc1.xzwy, vt0.w
add vt2, va1.xzwy, vt2
add op.xzw, vt1.xxyz, vt2.xxyz
add vt0.y, vt1.w, vt2.w
mul vt0.z, vt0.x, vt0.z
sub op.y, vt0.y, vt0.z
sub v0.xy, vc3.w, vt0.x
mov v0.zw, vc3.w
