// 16 instructions, lower bound 10
// AGAL version 1, fragment program, 16 tokens
// v0        input arg0: vec2
// v1        input arg1: vec4
// oc        output ret0: vec4
// fc0..fc1  uniform arg2: vec4[2]
// fc2 = 0, 0.5, _, _
sub ft0.xy, v0.xy, fc0.xy
abs ft0.xy, ft0.xy
sub ft0.xy, ft0.xy, fc0.zw
add ft0.xy, ft0.xy, fc1.x
max ft0.z, ft0.x, ft0.y
min ft0.z, ft0.z, fc2.x
max ft0.xy, ft0.xy, fc2.x
mul ft0.xy, ft0.xy, ft0.xy
add ft0.x, ft0.x, ft0.y
sqt ft0.x, ft0.x
add ft0.x, ft0.z, ft0.x
sub ft0.x, ft0.x, fc1.x
mul ft0.x, fc1.y, ft0.x
sub ft0.x, fc2.y, ft0.x
sat ft0.x, ft0.x
mul oc, v1, ft0.x
