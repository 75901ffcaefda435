// 23 instructions, lower bound 22
// lima-vp, 23 instructions
// a0      input arg0: vec4
// a1      input arg1: vec4
// v0      output arg4: vec4
// v1      output arg5: vec4
// u0..u2  uniform arg2: vec4[3]
// u3..u6  uniform arg3: vec4[4]
// u7 = 0, _, _, _
0:   mul0 = a1.x * u0.x; mul1 = a1.y * u0.y
1:   acc0 = mul0@1 + mul1@1; mul0 = a1.y * u1.y; mul1 = a1.x * u1.x
2:   acc0 = mul0@1 + mul1@1; mul0 = a0.y * u0.y; mul1 = reg0.z@1 * u0.z; r0.xy = acc0, mul0
3:   acc0 = mul1@1 + acc0@2; mul0 = a1.x * u2.x; mul1 = a1.y * u2.y; r2.x = acc0
4:   acc0 = mul0@1 + mul1@1; mul0 = reg0.z@1 * u1.z; mul1 = acc0@1 * acc0@1; r0.zw = acc0, mul1
5:   acc0 = mul0@1 + r0.x; mul0 = a0.x * u1.x; mul1 = a0.y * u1.y; pass = u1.z; r1.x = acc0
6:   acc0 = mul0@1 + mul1@1; mul0 = a0.x * u0.x; mul1 = a0.z * pass@1; pass = u0.z
7:   acc0 = r0.y + mul0@1; acc1 = mul1@1 + acc0@1; mul0 = a1.z * u2.z; mul1 = reg0.x@1 * u2.x; r1.z = acc1
8:   acc0 = mul0@1 + r0.z; mul0 = a0.y * u2.y; mul1 = a0.z * pass@2; r1.y = acc0
9:   acc0 = mul1@2 + mul0@1; acc1 = mul1@1 + acc0@2; mul0 = r1.x * r1.x; mul1 = reg0.z@1 * u2.z; pass = u2.w
   ; r0.x = acc1
10:  acc0 = r0.w + mul0@1; acc1 = mul1@1 + acc0@1; mul0 = a0.w * u1.w; mul1 = a0.w * pass@1
11:  acc0 = mul0@1 + r1.z; acc1 = mul1@1 + acc1@1; mul0 = reg0.w@1 * u0.w; mul1 = r1.y * r1.y
   ; r0.zw = acc0, acc1
12:  acc0 = mul0@1 + r0.x; acc1 = mul1@1 + acc0@2; mul0 = u3.y * acc0@1; mul1 = u3.z * acc1@1; pass = u3.x
   ; r0.x = acc0; r2.zw = acc1, mul1
13:  mul0 = u6.x * acc0@1; mul1 = pass@1 * acc0@1; r1.z = mul0
14:  acc0 = mul0@2 + mul1@1; mul0 = u4.x * acc0@2; mul1 = u4.y * r0.z; pass = u4.z
15:  acc0 = mul0@1 + mul1@1; acc1 = r2.w + acc0@1; mul0 = u5.y * r0.z; mul1 = u5.x * r0.x; r1.w = acc1
   ; reg0 = r2
16:  acc0 = mul0@1 + mul1@1; mul0 = u5.z * r0.w; mul1 = pass@2 * r0.w
17:  acc0 = mul0@1 + acc0@1; acc1 = mul1@1 + acc0@2; mul0 = u6.z * r0.w; mul1 = u6.y * r0.z
18:  acc0 = r1.z + mul1@1; acc1 = u4.w + acc1@1; mul0 = complex2(r2.z, r2.z); complex = rsqrt_part(r2.z)
   ; v0.y = acc1
19:  acc0 = mul0@2 + acc0@1; acc1 = u5.w + acc0@2; mul01 = complex1(complex@1, mul0@1, complex@1, reg0.z@1)
   ; v0.z = acc1
20:  acc0 = u6.w + acc0@1; v0.w = acc0
21:  mul0 = r2.x * mul0@2; mul1 = r1.x * mul0@2; complex = u7.x; pass = mul0@2; v1.xyw = mul0, mul1, complex
22:  acc0 = u3.w + reg0.w@1; mul0 = reg0.y@1 * pass@1; v0.x = acc0; v1.z = mul0
