// 9 instructions, lower bound 9
// lima-vp, 9 instructions
// a0      input arg0: vec4
// v0      output ret0: vec4
// u0..u3  uniform arg1: vec4[4]
0:  mul0 = a0.x * u0.x; mul1 = a0.x * u0.y; pass = u0.z
1:  mul0 = reg0.y@1 * u1.x; mul1 = reg0.y@1 * u1.y; complex = u1.w; pass = u1.z
2:  acc0 = mul0@2 + mul0@1; acc1 = mul1@2 + mul1@1; mul0 = a0.x * pass@2; mul1 = a0.y * pass@1
  ; pass = complex@1; r0.xy = acc0, acc1
3:  acc0 = mul0@1 + mul1@1; mul0 = reg0.x@1 * u0.w; mul1 = reg0.y@1 * pass@1; r0.z = acc0
4:  acc0 = mul0@1 + mul1@1; mul0 = a0.z * u2.x; mul1 = a0.z * u2.y; pass = u2.z
5:  acc0 = r0.x + mul0@1; acc1 = r0.y + mul1@1; mul0 = reg0.z@1 * pass@1; mul1 = reg0.z@1 * u2.w
6:  acc0 = r0.z + mul0@1; acc1 = acc0@2 + mul1@1; mul0 = a0.w * u3.x; mul1 = a0.w * u3.y; pass = u3.z
7:  acc0 = acc0@2 + mul0@1; acc1 = acc1@2 + mul1@1; mul0 = reg0.w@1 * pass@1; mul1 = reg0.w@1 * u3.w
  ; v0.xy = acc0, acc1
8:  acc0 = acc0@2 + mul0@1; acc1 = acc1@2 + mul1@1; v0.zw = acc0, acc1
