// 3 instructions, lower bound 2
// lima-vp, 3 instructions
// a0  input colour: vec4
// a1  input vertex: vec4
// v0  output clip: vec4
// v1  output out: vec4
// u7  uniform scale: vec4
// u8 = 1, _, _, _
0:  acc0 = u8.x - a0.w; acc1 = u8.x - a0.x; pass = u8.x; v1.xw = acc1, acc0
1:  acc0 = pass@1 - reg0.z@1; mul0 = a1.x * u7.x; mul1 = a1.y * u7.y; pass = u7.z; v0.xy = mul0, mul1
  ; v1.z = acc0
2:  acc0 = pass@2 - a0.y; mul0 = reg0.z@1 * pass@1; mul1 = reg0.w@1 * u7.w; v1.y = acc0; v0.zw = mul0, mul1
