// 28 instructions, lower bound 26
// lima-vp, 28 instructions
// a0      input arg0: float
// v0      output ret0: vec4
// u0..u3  uniform arg1: vec4[4]
// u4 = 0.008306272, 0.9999966, -0.00018362227, -0.16664822
// u5 = 0.0019353072, 6.28125, 0.5, 6.2831855
// u6 = 1.5707964, -0.16664822, 0.15915494, _
0:   mul0 = a0.x * u2.y; mul1 = a0.x * u2.w; complex = u2.x; pass = u2.z
1:   acc0 = mul0@1 + u3.y; acc1 = mul1@1 + u3.w; mul0 = reg0.x@1 * pass@1; mul1 = complex@1 * reg0.x@1
   ; complex = u3.x; pass = u3.z
2:   acc0 = mul0@1 + pass@1; acc1 = complex@1 + mul1@1; mul0 = acc1@1 * u5.w; mul1 = acc0@1 * u5.w
   ; r0.zw = mul1, mul0
3:   mul0 = mul0@1 * u6.z; mul1 = mul1@1 * u6.z
4:   acc0 = mul0@1 + u5.z; acc1 = mul1@1 + u5.z; mul0 = acc1@2 * u5.w; mul1 = acc0@2 * u5.w
   ; r0.xy = mul0, mul1
5:   acc0 = floor(acc0@1); acc1 = floor(acc1@1); mul0 = mul0@1 * u6.z; mul1 = mul1@1 * u6.z
6:   acc0 = mul0@1 + u5.z; acc1 = mul1@1 + u5.z; mul0 = acc1@1 * u5.y; mul1 = acc0@1 * u5.y
7:   acc0 = floor(acc0@1); acc1 = floor(acc1@1); mul0 = acc1@2 * u5.x; mul1 = acc0@2 * u5.x; r1.x = mul1
8:   acc0 = r0.z - mul0@2; acc1 = r0.w - mul1@2; mul0 = acc0@1 * u5.y; mul1 = acc0@1 * u5.x; r0.w = acc1
9:   acc0 = r0.x - mul0@1; acc1 = acc0@1 - mul0@2; mul0 = acc1@2 * u5.y; mul1 = acc1@2 * u5.x; r0.z = mul1
10:  acc0 = acc0@1 - mul1@2; acc1 = r0.y - mul0@1; r0.x = acc1
11:  acc0 = max(acc0@1, -acc0@1); acc1 = max(acc1@2, -acc1@2)
12:  acc0 = u6.x - acc0@1; acc1 = u6.x - acc1@1; r2.zw = acc1, acc0
13:  acc0 = r0.x - r0.z; acc1 = r0.w - r1.x; mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1
   ; r0.zw = mul1, mul0
14:  acc0 = max(acc0@1, -acc0@1); acc1 = max(acc1@1, -acc1@1); mul0 = mul1@1 * u4.z; mul1 = mul1@1 * mul1@1
   ; r1.y = mul1
15:  acc0 = u6.x - acc0@1; acc1 = u6.x - acc1@1; mul0 = mul0@2 * u6.y; mul1 = mul0@2 * mul0@2; r3.x = acc1
   ; r1.zw = mul1, acc0
16:  acc0 = mul0@2 + u4.x; acc1 = mul0@1 + u4.y; mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1
   ; r0.xy = mul0, mul1; r3.zw = acc1, acc0
17:  mul0 = mul0@1 * u4.z; mul1 = mul0@1 * u4.w
18:  acc0 = mul0@1 + u4.x; acc1 = mul1@1 + u4.y; mul0 = mul1@2 * u4.w; mul1 = mul1@2 * u4.z; r2.x = acc0
   ; r4.z = acc1
19:  acc0 = mul1@1 + u4.x; acc1 = mul0@1 + u4.y; mul0 = r0.x * r0.x; mul1 = r0.z * u4.w; r1.x = acc1
20:  acc0 = mul1@1 + u4.y; mul0 = r0.y * r0.y; mul1 = r0.w * u4.z; r3.y = acc0
21:  acc0 = mul1@1 + u4.x; mul0 = mul0@1 * acc0@2; mul1 = mul0@2 * r2.x; reg0 = r4
22:  acc0 = r1.x + mul0@1; acc1 = reg0.z@1 + mul1@1; mul0 = r1.z * acc0@1; mul1 = r1.y * r3.w
23:  acc0 = r3.z + mul0@1; acc1 = r3.y + mul1@1; mul0 = r3.x * acc0@1; mul1 = r1.w * acc1@1; r0.x = mul1
24:  mul0 = r2.z * acc1@1; mul1 = r2.w * acc0@1; pass = u1.y
25:  mul0 = u1.x * mul1@1; mul1 = u1.w * mul0@2; pass = u1.z
26:  acc0 = u0.w + mul1@1; acc1 = u0.x + mul0@1; mul0 = pass@1 * r0.x; mul1 = pass@2 * mul0@2
   ; v0.xw = acc1, acc0
27:  acc0 = u0.z + mul0@1; acc1 = u0.y + mul1@1; v0.yz = acc1, acc0
