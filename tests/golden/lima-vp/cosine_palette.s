// 28 instructions, lower bound 26
// lima-vp, 28 instructions
// a0      input arg0: float
// v0      output ret0: vec4
// u0..u3  uniform arg1: vec4[4]
// u4 = 0.0019353072, 6.28125, 0.008306272, 0.9999966
// u5 = 0.008306272, -0.00018362227, 0.5, 6.2831855
// u6 = 1.5707964, -0.00018362227, 0.15915494, -0.16664822
0:   mul0 = a0.x * u2.w; mul1 = a0.x * u2.x; complex = u2.y; pass = u2.z
1:   acc0 = mul0@1 + u3.w; acc1 = mul1@1 + u3.x; mul0 = reg0.x@1 * pass@1; mul1 = complex@1 * reg0.x@1
   ; complex = u3.z; pass = u3.y
2:   acc0 = mul1@1 + pass@1; acc1 = complex@1 + mul0@1; mul0 = acc1@1 * u5.w; mul1 = acc0@1 * u5.w
   ; r0.xy = mul0, mul1
3:   mul0 = mul0@1 * u6.z; mul1 = mul1@1 * u6.z; pass = u6.z
4:   acc0 = mul1@1 + u5.z; acc1 = mul0@1 + u5.z; mul0 = acc0@2 * u5.w; mul1 = acc1@2 * u5.w; pass = u5.z
   ; r0.zw = mul0, mul1
5:   acc0 = floor(acc1@1); acc1 = floor(acc0@1); mul0 = mul0@1 * pass@2; mul1 = mul1@1 * pass@2
6:   acc0 = mul0@1 + pass@2; acc1 = mul1@1 + pass@2; mul0 = acc0@1 * u4.y; mul1 = acc0@1 * u4.x; pass = u4.y
   ; r1.xy = mul1, pass
7:   acc0 = floor(acc0@1); acc1 = floor(acc1@1); mul0 = acc1@2 * pass@1; mul1 = acc1@2 * u4.x; r1.z = mul1
8:   acc0 = r0.x - mul0@2; acc1 = r0.y - mul0@1; mul0 = acc0@1 * pass@2; mul1 = acc0@1 * u4.x; pass = u4.x
   ; r0.y = acc1
9:   acc0 = r0.z - mul0@1; acc1 = acc0@1 - r1.x; mul0 = acc1@2 * r1.y; mul1 = acc1@2 * pass@1; r0.x = mul1
10:  acc0 = acc0@1 - mul1@2; acc1 = r0.w - mul0@1; r0.z = acc1
11:  acc0 = max(acc1@2, -acc1@2); acc1 = max(acc0@1, -acc0@1)
12:  acc0 = u6.x - acc1@1; acc1 = u6.x - acc0@1; r2.y = acc0; r3.z = acc1
13:  acc0 = r0.z - r0.x; acc1 = r0.y - r1.z; mul0 = acc1@1 * acc1@1; mul1 = acc0@1 * acc0@1; r0.x = mul0
14:  acc0 = max(acc1@1, -acc1@1); acc1 = max(acc0@1, -acc0@1); mul0 = mul0@1 * u6.w; mul1 = mul1@1 * u6.w
   ; r2.x = mul0
15:  acc0 = u6.x - acc1@1; acc1 = u6.x - acc0@1; mul0 = mul1@2 * mul1@2; mul1 = mul1@2 * u6.y; pass = u6.y
   ; r4.x = acc1; r0.zw = mul0, acc0
16:  acc0 = mul1@1 + u4.z; acc1 = mul1@2 + u4.w; mul0 = acc1@1 * acc1@1; mul1 = acc0@1 * acc0@1; pass = u4.w
   ; r0.y = acc0; r1.zw = mul1, mul0
17:  acc0 = r2.x + pass@1; mul0 = mul1@1 * pass@2; mul1 = r0.x * r0.x; r2.zw = mul1, acc0; reg0 = r2
18:  acc0 = mul0@1 + u5.x; mul0 = r0.x * u5.y; mul1 = mul0@2 * u5.y; pass = acc1@2; r2.x = acc0
19:  acc0 = mul0@1 + u4.z; acc1 = mul1@1 + u4.z; mul0 = r0.z * r0.y; mul1 = r1.z * r1.z; r0.xy = acc0, acc1
20:  acc0 = pass@2 + mul0@1; mul0 = reg0.w@1 * u6.w; mul1 = reg0.z@1 * u6.w
21:  acc0 = mul1@1 + u4.w; acc1 = mul0@1 + u4.w; mul0 = mul1@2 * r2.x; mul1 = r2.y * acc0@1
   ; r3.xy = acc1, mul1; reg0 = r1
22:  acc0 = acc0@1 + mul0@1; mul0 = r2.z * r0.x; mul1 = reg0.w@1 * reg0.w@1
23:  acc0 = r2.w + mul0@1; mul0 = reg0.w@1 * acc0@1; mul1 = mul1@1 * reg0.y@1
24:  acc0 = r3.x + mul1@1; mul0 = r3.z * acc0@1; mul1 = u1.z * mul0@1; pass = u1.x
25:  acc0 = u0.z + mul1@1; mul0 = pass@1 * mul0@1; mul1 = r4.x * acc0@1; pass = u0.x; v0.z = acc0
26:  acc0 = pass@1 + mul0@1; mul0 = u1.y * r3.y; mul1 = u1.w * mul1@1; v0.x = acc0
27:  acc0 = u0.y + mul0@1; acc1 = u0.w + mul1@1; v0.yw = acc0, acc1
