// 19 instructions, lower bound 15
// AGAL version 1, fragment program, 19 tokens
// v0   input a: vec4
// v1   input b: vec4
// oc   output ret0: vec4
// fc0  uniform u: vec4
// fc1 = 1, 0, _, _
slt ft0, v0.xwyz, v1.xwyz
mul ft1, ft0, v0.xwyz
sub ft0, fc1.x, ft0
mul ft0, ft0, v1.xwyz
add ft0, ft1, ft0
add ft0.x, ft0.x, fc1.y
add ft0.x, ft0.x, ft0.z
add ft1.x, ft0.x, ft0.w
abs ft1.yz, v1.yyz
frc ft2.xy, ft1.yz
sub ft1.yz, ft1.yyz, ft2.xxy
neg ft2.xy, ft1.yz
min ft1.yz, ft1.yyz, v1.yyz
max ft1.yz, ft2.xxy, ft1.yyz
mul ft1.yz, ft1.yyz, fc0.yyz
add ft1.xyz, ft1.xyz, ft0.yzw
max ft0.xy, v0.xy, v0.zw
max ft1.w, ft0.x, ft0.y
mov oc, ft1
