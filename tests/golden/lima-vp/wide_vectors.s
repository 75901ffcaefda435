// 9 instructions, lower bound 9
// lima-vp, 9 instructions
// a0      input a: vec4
// a1      input b: vec4
// v0      output ret0: vec4
// v1      output ret1: vec4
// u0..u5  uniform u: vec4[6]
0:  mul0 = a0.x * u0.x; mul1 = a0.y * u0.y; pass = u0.z
1:  mul0 = a1.w * u1.w; mul1 = a1.z * u1.z; complex = u1.x; pass = u1.y
2:  acc0 = mul0@2 + mul0@1; acc1 = mul1@2 + mul1@1; mul0 = a0.z * pass@2; mul1 = reg0.y@1 * pass@1
  ; pass = complex@1; v0.xy = acc0, acc1; r0.z = acc1
3:  acc0 = mul0@1 + mul1@1; mul0 = reg0.w@1 * u0.w; mul1 = a1.x * pass@1; r0.x = acc0; v0.z = acc0
4:  acc0 = mul0@1 + mul1@1; mul0 = reg0.x@1 * u2.y; mul1 = u2.x * acc0@2; r1.x = acc0; v0.w = acc0
5:  acc0 = mul0@1 + mul1@1; mul0 = a1.y * u3.y; mul1 = u3.x * r0.z; v1.x = acc0
6:  acc0 = mul0@1 + mul1@1; mul0 = reg0.z@1 * u4.y; mul1 = u4.x * r0.x; v1.y = acc0
7:  acc0 = mul0@1 + mul1@1; mul0 = a1.w * u5.y; mul1 = u5.x * r1.x; v1.z = acc0
8:  acc0 = mul0@1 + mul1@1; v1.w = acc0
