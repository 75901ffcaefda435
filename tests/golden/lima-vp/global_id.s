// 3 instructions, lower bound 3
// lima-vp, 3 instructions
// a0  input arg0: vec4
// a1  input arg1: vec4
// v0  output arg2: vec4
// u0  uniform arg3: float
0:  mul0 = a0.x * u0.x; mul1 = a0.y * u0.x; pass = u0.x
1:  acc0 = a1.x + mul0@1; acc1 = a1.y + mul1@1; mul0 = reg0.z@1 * pass@1; mul1 = reg0.w@1 * pass@1
  ; v0.xy = acc0, acc1
2:  acc0 = reg0.z@1 + mul0@1; acc1 = reg0.w@1 + mul1@1; v0.zw = acc0, acc1
