// 13 instructions, lower bound 8
// AGAL version 1, fragment program, 13 tokens
// v0        input uv: vec2
// v1        input light: vec3
// oc        output gl_FragColor: vec4
// fc0..fc1  uniform settings: vec4[2]
// fs0       sampler albedo: sampler2D
// fc2 = 1, _, _, _
mul ft0.xy, v0.xy, fc0.x
tex ft1, ft0.xy, fs0 <2d,nearest>
mul ft0.x, v1.x, ft1.x
add ft0.x, fc1.x, ft0.x
slt ft0.y, fc2.x, ft0.x
sub ft0.z, fc2.x, ft0.y
mul ft0.x, ft0.z, ft0.x
add ft0.x, ft0.y, ft0.x
mul ft1.xy, v1.yz, ft1.yz
add ft0.yzw, fc1.yyzw, ft1.xxyw
sub ft1.x, ft1.w, fc0.y
kil ft1.x
mov oc, ft0
