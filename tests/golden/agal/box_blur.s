// 22 instructions, lower bound 22
// AGAL version 1, fragment program, 22 tokens
// v0        input arg0: vec2
// oc        output ret0: vec4
// fc0..fc3  uniform arg1: vec4[4]
// fs0       sampler sampler0: sampler2D
// fc4 = 0.11111111, _, _, _
tex ft0, v0.xy, fs0 <2d,nearest>
add ft1, v0.xyxy, fc0
tex ft2, ft1.xy, fs0 <2d,nearest>
add ft0, ft0, ft2
tex ft2, ft1.zw, fs0 <2d,nearest>
add ft0, ft0, ft2
add ft1, v0.xyxy, fc1
tex ft2, ft1.xy, fs0 <2d,nearest>
add ft0, ft0, ft2
tex ft2, ft1.zw, fs0 <2d,nearest>
add ft0, ft0, ft2
add ft1, v0.xyxy, fc2
tex ft2, ft1.xy, fs0 <2d,nearest>
add ft0, ft0, ft2
tex ft2, ft1.zw, fs0 <2d,nearest>
add ft0, ft0, ft2
add ft1, v0.xyxy, fc3
tex ft2, ft1.xy, fs0 <2d,nearest>
add ft0, ft0, ft2
tex ft2, ft1.zw, fs0 <2d,nearest>
add ft0, ft0, ft2
mul oc, ft0, fc4.x
