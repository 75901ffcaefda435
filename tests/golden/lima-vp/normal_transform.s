// 23 instructions, lower bound 22
// lima-vp, 23 instructions
// a0      input arg0: vec4
// a1      input arg1: vec4
// v0      output arg4: vec4
// v1      output arg5: vec4
// u0..u2  uniform arg2: vec4[3]
// u3..u6  uniform arg3: vec4[4]
// u7 = 0, _, _, _
0:   mul0 = a1.x * u0.x; mul1 = a1.y * u0.y; pass = u0.z
1:   acc0 = mul0@1 + mul1@1; mul0 = reg0.y@1 * u1.y; mul1 = reg0.x@1 * u1.x; pass = u1.z
2:   acc0 = mul0@1 + mul1@1; mul0 = a1.z * pass@2; mul1 = a1.x * u2.x; pass = u2.y
3:   acc0 = mul0@1 + acc0@2; mul0 = reg0.y@1 * pass@1; mul1 = reg0.z@1 * pass@2; r0.z = acc0
4:   acc0 = mul1@1 + acc0@2; acc1 = mul1@2 + mul0@1; mul0 = a0.x * u1.x; mul1 = a0.y * u1.y
   ; r0.xy = acc1, acc0
5:   acc0 = mul0@1 + mul1@1; mul0 = a0.y * u0.y; mul1 = a0.x * u0.x; r0.w = acc0
6:   acc0 = mul0@1 + mul1@1; mul0 = a1.z * u2.z; mul1 = reg0.x@1 * u2.x; pass = u2.y
7:   acc0 = mul0@1 + r0.x; mul0 = a0.y * pass@1; mul1 = a0.z * u1.z; pass = acc0@1; r1.x = acc0
8:   acc0 = mul1@2 + mul0@1; acc1 = mul1@1 + r0.w; mul0 = reg0.z@1 * u0.z; mul1 = r0.z * r0.z; pass = u0.w
   ; r1.y = acc1
9:   acc0 = mul0@1 + pass@2; mul0 = r0.y * r0.y; mul1 = a0.z * u2.z; pass = u2.w
10:  acc0 = mul1@2 + mul0@1; acc1 = mul1@1 + acc0@2; mul0 = reg0.w@1 * u1.w; mul1 = reg0.w@1 * pass@2
11:  acc0 = mul0@1 + r1.y; acc1 = mul1@1 + acc0@2; mul0 = r1.x * r1.x; mul1 = a0.w * pass@2
   ; r1.zw = acc0, acc1
12:  acc0 = mul0@1 + acc0@2; acc1 = mul1@1 + acc1@2; mul0 = u3.y * acc0@1; mul1 = u3.x * acc1@1; r1.y = acc1
13:  acc0 = mul0@1 + mul1@1; mul0 = complex2(acc0@1, acc0@1); mul1 = u4.x * acc1@2
   ; complex = rsqrt_part(acc0@1); pass = u4.y; r2.xy = mul1, acc0
14:  mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2); pass = u7.x; v1.w = pass
15:  mul0 = pass@2 * r1.z; mul1 = u5.y * r1.z; pass = u5.x
16:  acc0 = r2.x + mul0@1; acc1 = u6.z; mul0 = pass@1 * r1.w; mul1 = u6.x * r1.w; complex = u6.y
   ; pass = mul0@2; r0.x = pass; r1.w = acc0; reg0 = r2
17:  acc0 = mul1@2 + mul0@1; mul0 = complex@1 * r1.z; mul1 = u3.z * r1.y; r2.z = acc0
18:  acc0 = mul1@2 + mul0@1; acc1 = mul1@1 + r2.y; mul0 = u4.z * r1.y; mul1 = acc1@2 * r1.y; reg0 = r2
19:  acc0 = mul0@1 + r1.w; acc1 = mul1@1 + acc0@1; mul0 = u5.z * r1.y; mul1 = r0.z * r0.x; pass = u5.w
   ; v1.x = mul1; r1.z = acc1
20:  acc0 = mul0@1 + r2.z; acc1 = u3.w + acc1@2; mul0 = r1.x * reg0.x@1; v0.x = acc1; v1.z = mul0
21:  acc0 = u4.w + acc0@2; acc1 = pass@2 + acc0@1; v0.yz = acc0, acc1
22:  acc0 = u6.w + r1.z; mul0 = r0.y * r0.x; v1.y = mul0; v0.w = acc0
