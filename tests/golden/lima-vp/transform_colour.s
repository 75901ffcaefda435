// 9 instructions, lower bound 9
// lima-vp, 9 instructions
// a0      input arg0: vec4
// a1      input arg1: vec4
// v0      output ret0: vec4
// v1      output ret1: vec4
// u0..u3  uniform arg2: vec4[4]
0:  mul0 = a0.y * u0.y; mul1 = a0.x * u0.x
1:  acc0 = mul0@1 + mul1@1; mul0 = reg0.x@1 * u1.x; mul1 = reg0.y@1 * u1.y; complex = a1.w; pass = a1.z
  ; r0.x = acc0; v1.zw = pass, complex
2:  acc0 = mul0@1 + mul1@1; acc1 = reg0.y@1; mul0 = a0.y * u2.y; mul1 = a0.x * u2.x; complex = reg0.x@1
  ; pass = u2.z; v1.xy = complex, acc1; r0.z = acc0
3:  acc0 = mul0@1 + mul1@1; mul0 = reg0.x@1 * u3.x; mul1 = reg0.y@1 * u3.y; pass = u3.z
4:  acc0 = mul0@1 + mul1@1; mul0 = a0.z * u0.z; mul1 = a0.z * pass@2; pass = u0.w
5:  acc0 = mul0@1 + r0.x; acc1 = mul1@1 + acc0@2; mul0 = reg0.z@1 * u1.z; mul1 = reg0.z@1 * pass@2
  ; pass = u1.w; r0.x = acc1
6:  acc0 = mul0@1 + r0.z; acc1 = mul1@1 + acc0@2; mul0 = a0.w * pass@2; mul1 = a0.w * pass@1; pass = u3.w
7:  acc0 = mul0@1 + acc0@2; acc1 = mul1@1 + acc0@1; mul0 = reg0.w@1 * u2.w; mul1 = reg0.w@1 * pass@1
  ; v0.xy = acc0, acc1
8:  acc0 = mul0@1 + r0.x; acc1 = mul1@1 + acc1@2; v0.zw = acc0, acc1
