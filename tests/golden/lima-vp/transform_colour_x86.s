// 9 instructions, lower bound 9
// lima-vp, 9 instructions
// a0      input arg1: vec4
// a1      input arg2: vec4
// v0      output ret0: vec4
// v1      output ret1: vec4
// u0..u3  uniform arg3: vec4[4]
0:  mul0 = a0.w * u0.w; mul1 = a0.y * u0.y; r0.z = mul0
1:  acc0 = a1.z; acc1 = a1.w; mul0 = reg0.x@1 * u0.x; mul1 = reg0.z@1 * u0.z; complex = a1.y; pass = a1.x
  ; v1.xyzw = pass, complex, acc0, acc1
2:  acc0 = mul1@2 + mul0@1; mul0 = a0.x * u1.x; mul1 = a0.y * u1.y
3:  acc0 = mul0@1 + mul1@1; acc1 = mul1@2 + acc0@1; mul0 = reg0.y@1 * u2.y; mul1 = reg0.x@1 * u2.x
  ; pass = u2.z; r0.x = acc0
4:  acc0 = mul0@1 + mul1@1; acc1 = r0.z + acc1@1; mul0 = a0.x * u3.x; mul1 = a0.y * u3.y; v0.x = acc1
5:  acc0 = mul0@1 + mul1@1; mul0 = reg0.z@1 * u1.z; mul1 = reg0.z@1 * pass@2; pass = u1.w
6:  acc0 = mul1@1 + acc0@2; acc1 = mul0@1 + r0.x; mul0 = a0.z * u3.z; mul1 = a0.w * pass@1; pass = u3.w
7:  acc0 = mul0@1 + acc0@2; acc1 = mul1@1 + acc1@1; mul0 = reg0.w@1 * u2.w; mul1 = reg0.w@1 * pass@1
  ; v0.y = acc1
8:  acc0 = mul0@1 + acc0@2; acc1 = mul1@1 + acc0@1; v0.zw = acc0, acc1
