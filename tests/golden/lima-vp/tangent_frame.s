// 10 instructions, lower bound 10
// lima-vp, 10 instructions
// a0  input arg0: vec4
// a1  input arg1: vec4
// a2  input arg2: vec4
// v0  output ret0: vec4
// v1  output ret1: vec4
// u0  uniform arg3: vec4
// u1 = 0, _, _, _
0:  mul0 = a2.x * u0.x; mul1 = a2.y * u0.y
1:  acc0 = mul0@1 + mul1@1; mul0 = a1.y * reg0.z@1; mul1 = a1.z * reg0.y@1; pass = u1.x; r0.y = acc0
  ; v1.w = pass
2:  acc0 = mul0@1 - mul1@1; mul0 = reg0.z@1 * a2.x; mul1 = reg0.x@1 * a2.z
3:  acc0 = mul0@1 - mul1@1; mul0 = a1.x * reg0.y@1; mul1 = a1.y * reg0.x@1
4:  acc0 = mul0@1 - mul1@1; mul0 = a2.w * acc0@2; mul1 = a2.w * acc0@1
5:  mul0 = reg0.w@1 * acc0@1; mul1 = mul0@1 * u0.x; complex = a0.w; pass = a0.z; r0.x = mul0
  ; v0.zw = pass, complex
6:  mul0 = mul1@2 * u0.y; mul1 = a1.y * u0.y; complex = reg0.y@1; pass = reg0.x@1; v0.xy = pass, complex
7:  acc0 = mul1@2 + mul0@1; mul0 = reg0.x@1 * u0.x; mul1 = a2.z * u0.z
8:  acc0 = mul1@2 + mul0@1; acc1 = mul1@1 + r0.y; mul0 = r0.x * u0.z; mul1 = a1.z * u0.z; v1.x = acc1
9:  acc0 = mul0@1 + acc0@2; acc1 = mul1@1 + acc0@1; v1.yz = acc0, acc1
