// 4 instructions, lower bound 3
// lima-vp, 4 instructions
// a0      input arg1: vec4
// a1      input arg2: vec2
// v0      output ret0: vec4
// v1      output ret1: vec4
// v2      output ret2: vec2
// u0..u2  uniform arg3: vec4[3]
0:  mul0 = a1.x * u2.x; mul1 = a1.y * u2.y; complex = u2.z; pass = u2.w
1:  acc0 = pass@1 + mul1@1; acc1 = complex@1 + mul0@1; mul0 = a0.w * u0.w; mul1 = a0.z * u0.z; pass = u0.y
  ; v2.xy = acc1, acc0; v0.zw = mul1, mul0
2:  mul0 = reg0.y@1 * pass@1; mul1 = reg0.x@1 * u0.x; v0.xy = mul1, mul0
3:  acc0 = u1.z; acc1 = u1.w; complex = u1.y; pass = u1.x; v1.xyzw = pass, complex, acc0, acc1
