// 4 instructions, lower bound 4
// lima-vp, 4 instructions
// a0  input v: vec4
// v0  output ret0: vec4
// u0  uniform u: vec4
0:  acc0 = max(a0.x, -a0.x); acc1 = max(a0.y, -a0.y)
1:  acc0 = max(reg0.z@1, -reg0.z@1); acc1 = max(reg0.w@1, -reg0.w@1); mul0 = acc0@1 * u0.x
  ; mul1 = acc1@1 * u0.y
2:  acc0 = mul0@1 - a0.x; acc1 = mul1@1 - a0.y; mul0 = acc0@1 * u0.z; mul1 = acc1@1 * u0.w; v0.xy = acc0, acc1
3:  acc0 = mul0@1 - reg0.z@1; acc1 = mul1@1 - reg0.w@1; v0.zw = acc0, acc1
