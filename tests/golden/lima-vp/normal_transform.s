// 22 instructions, lower bound 22
// lima-vp, 22 instructions
// a0      input arg0: vec4
// a1      input arg1: vec4
// v0      output arg4: vec4
// v1      output arg5: vec4
// u0..u2  uniform arg2: vec4[3]
// u3..u6  uniform arg3: vec4[4]
// u7 = 0, _, _, _
0:   acc0 = u0.z; mul0 = a0.w * u0.w; mul1 = a0.y * u0.y; pass = u0.y; r1.xy = mul1, mul0
1:   mul0 = a1.y * pass@1; mul1 = reg0.z@1 * u2.z; pass = u2.x; r0.xy = mul1, mul0
2:   mul0 = a0.z * u1.z; mul1 = reg0.z@1 * acc0@2; r1.zw = mul0, mul1
3:   mul0 = a1.x * u0.x; mul1 = reg0.x@1 * pass@2; pass = u0.z
4:   acc0 = mul0@1 + r0.y; mul0 = a0.y * u2.y; mul1 = reg0.y@1 * u2.y; pass = u2.w
5:   acc0 = mul1@2 + mul0@1; acc1 = u1.x; mul0 = reg0.w@1 * pass@1; mul1 = reg0.z@1 * pass@2; complex = r1.w
   ; pass = u1.y; r0.zw = pass, mul1; reg0 = a1
6:   acc0 = r0.x + acc0@1; acc1 = complex@1 + acc0@2; mul0 = a0.x * u0.x; mul1 = reg0.y@1 * pass@1
   ; pass = mul1@2; r0.xy = mul1, acc1
7:   acc0 = mul0@2 + acc0@1; acc1 = r1.x + mul0@1; mul0 = a1.x * u2.x; mul1 = reg0.x@1 * acc1@2; r2.x = acc0
8:   acc0 = r0.w + acc1@1; acc1 = mul0@1 + pass@2; mul0 = u5.z * acc0@1; mul1 = a0.y * r0.z
   ; r0.zw = acc1, mul0
9:   acc0 = mul1@2 + mul1@1; acc1 = r1.y + acc0@1; mul0 = a1.x * u1.x; mul1 = reg0.w@1 * u1.w; pass = u1.z
   ; r1.x = acc1
10:  acc0 = r1.z + acc0@1; acc1 = r0.x + mul0@1; mul0 = reg0.z@1 * pass@1; mul1 = reg0.z@1 * u2.z
11:  acc0 = mul1@2 + acc0@1; acc1 = mul1@1 + r0.z; mul0 = u6.x * acc1@2; mul1 = r0.y * r0.y; pass = u6.y
   ; r1.yz = acc1, acc0
12:  acc0 = mul0@2 + acc1@2; mul0 = pass@1 * acc0@1; mul1 = u5.y * acc0@1; pass = u5.x; r0.x = acc0
13:  acc0 = mul0@2 + mul0@1; mul0 = pass@1 * r1.x; mul1 = acc0@1 * acc0@1; pass = mul1@2; r2.z = acc0
14:  acc0 = mul1@2 + mul0@1; acc1 = pass@1 + mul1@1; mul0 = u4.y * r1.z; mul1 = r1.y * r1.y; complex = u4.x
   ; pass = u4.z
15:  acc0 = mul1@1 + acc1@1; acc1 = reg0.w@1 + acc0@1; mul0 = pass@1 * r2.x; mul1 = complex@1 * r1.x
   ; pass = u5.w
16:  acc0 = mul1@1 + mul0@2; acc1 = pass@1 + acc1@1; mul0 = complex2(acc0@1, acc0@1); mul1 = u6.z * r2.x
   ; complex = rsqrt_part(acc0@1); pass = u6.w; v0.z = acc1
17:  acc0 = mul0@2 + acc0@1; acc1 = mul1@1 + r2.z; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
   ; pass = u4.w
18:  acc0 = pass@1 + acc0@1; acc1 = pass@2 + acc1@1; mul0 = u3.y * r1.z; mul1 = u3.x * r1.x; pass = u3.z
   ; v0.yw = acc0, acc1
19:  acc0 = mul0@1 + mul1@1; mul0 = pass@1 * r2.x; mul1 = r1.y * mul0@2; complex = u7.x; pass = mul0@2
   ; v1.zw = mul1, complex
20:  acc0 = mul0@1 + acc0@1; mul0 = r0.y * pass@1; mul1 = r0.x * pass@1; v1.xy = mul0, mul1
21:  acc0 = u3.w + acc0@1; v0.x = acc0
