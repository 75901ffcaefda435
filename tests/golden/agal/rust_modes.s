// 29 instructions, lower bound 16
// AGAL version 1, fragment program, 29 tokens
// v0  input a: float
// v1  input b: float
// v2  input mode: int
// oc  output out: vec4
// fc0 = 0, 1, 2, 3
// fc1 = 0.25, 4, 0.5, _
seq ft0, v2.x, fc0
max ft1.x, ft0.z, ft0.w
mul ft0.z, v2.x, fc1.x
frc ft0.w, ft0.z
sub ft0.z, ft0.z, ft0.w
mul ft0.z, ft0.z, fc1.y
seq ft1.y, ft0.z, fc1.y
sne ft1.z, ft0.z, fc1.y
mul ft2.x, v0.x, v1.x
min ft2.y, v0.x, v1.x
sub ft0.z, v0.x, v1.x
abs ft2.z, ft0.z
mul ft1.xyz, ft1.yxz, ft2.yxz
add ft2.x, ft1.x, ft1.z
sne ft3, v2.x, fc0
mul ft1.x, ft3.z, ft3.w
mul ft1.x, ft1.x, ft2.x
add ft0.z, ft1.y, ft1.x
mul ft0.z, ft3.y, ft0.z
add ft0.w, v0.x, v1.x
mul ft0.y, ft0.y, ft0.w
add ft0.y, ft0.y, ft0.z
mul ft0.y, ft3.x, ft0.y
mul ft0.x, ft0.x, v0.x
add ft0.x, ft0.x, ft0.y
mul ft0.y, ft0.x, fc1.z
sub ft0.z, fc0.y, ft0.x
mov ft0.w, fc0.y
mov oc, ft0
