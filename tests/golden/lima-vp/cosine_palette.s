// 29 instructions, lower bound 26
// lima-vp, 29 instructions
// a0      input arg0: float
// v0      output ret0: vec4
// u0..u3  uniform arg1: vec4[4]
// u4 = 0.008306272, 0.9999966, -0.00018362227, -0.16664822
// u5 = 0.0019353072, 6.28125, 0.5, 6.2831855
// u6 = 1.5707964, -0.16664822, 0.15915494, _
0:   mul0 = a0.x * u2.x; mul1 = a0.x * u2.y; complex = u2.z; pass = u2.w
1:   acc0 = mul1@1 + u3.y; acc1 = mul0@1 + u3.x; mul0 = reg0.x@1 * pass@1; mul1 = complex@1 * reg0.x@1
   ; pass = u3.w; r0.x = acc0
2:   acc0 = mul0@1 + pass@1; acc1 = mul1@1 + u3.z; r0.y = acc1
3:   mul0 = acc0@1 * u5.w; mul1 = acc1@2 * u5.w; r1.xy = mul1, mul0
4:   mul0 = mul0@1 * u6.z; mul1 = mul1@1 * u6.z; pass = u6.z
5:   acc0 = mul0@1 + u5.z; acc1 = mul1@1 + u5.z; mul0 = r0.x * u5.w; mul1 = r0.y * u5.w; pass = u5.z
   ; r0.xyz = mul0, pass, mul1
6:   acc0 = floor(acc0@1); acc1 = floor(acc1@1); mul0 = mul0@1 * pass@2; mul1 = mul1@1 * pass@2
7:   acc0 = mul0@1 + pass@2; acc1 = mul1@1 + pass@2; mul0 = acc0@1 * u5.x; mul1 = acc0@1 * u5.y; pass = u5.y
   ; r1.w = mul0
8:   acc0 = floor(acc0@1); acc1 = floor(acc1@1); mul0 = acc1@2 * pass@1; mul1 = acc1@2 * u5.x; pass = u5.x
   ; r1.z = mul1
9:   acc0 = r1.x - mul0@1; acc1 = r1.y - mul1@2; mul0 = acc0@1 * u5.y; mul1 = acc1@1 * u5.y; r1.x = acc1
10:  acc0 = r0.x - mul0@1; acc1 = r0.z - mul1@1; mul0 = acc1@2 * pass@2; mul1 = acc0@2 * pass@2
   ; r0.zw = acc1, mul0
11:  acc0 = acc0@2 - r1.z; acc1 = acc0@1 - mul1@1
12:  acc0 = max(acc0@1, -acc0@1); acc1 = max(acc1@1, -acc1@1)
13:  acc0 = u6.x - acc0@1; acc1 = u6.x - acc1@1; r3.zw = acc1, acc0
14:  acc0 = r0.z - r0.w; acc1 = r1.x - r1.w; mul0 = acc1@1 * acc1@1; mul1 = acc0@1 * acc0@1; r0.x = mul1
15:  acc0 = max(acc0@1, -acc0@1); acc1 = max(acc1@1, -acc1@1); mul0 = mul0@1 * u4.z; mul1 = mul0@1 * mul0@1
   ; r2.w = mul1
16:  acc0 = u6.x - acc0@1; acc1 = u6.x - acc1@1; mul0 = mul0@2 * u6.y; mul1 = mul1@2 * u6.y
   ; r1.zw = acc1, acc0
17:  acc0 = mul0@2 + u4.x; acc1 = mul1@1 + u4.y; mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1; r1.y = acc1
   ; r0.zw = mul0, mul1
18:  acc0 = mul0@2 + u4.y; mul0 = mul0@1 * u4.z; mul1 = mul0@1 * u4.w; pass = acc0@1; r3.xy = pass, acc0
19:  acc0 = mul0@1 + u4.x; acc1 = mul1@1 + u4.y; mul0 = mul1@2 * u4.w; mul1 = mul1@2 * u4.z; pass = u4.x
   ; r2.xy = acc0, acc1
20:  acc0 = mul1@1 + pass@1; acc1 = mul0@1 + u4.y; mul0 = r0.z * r0.z; mul1 = r0.x * r0.x; r1.x = acc1
   ; r2.z = mul1
21:  mul0 = r0.w * r0.w; mul1 = r0.x * u4.z
22:  acc0 = mul1@1 + u4.x; mul0 = mul0@1 * acc0@2; mul1 = mul0@2 * r2.x; reg0 = r3
23:  acc0 = r1.x + mul0@1; acc1 = r2.y + mul1@1; mul0 = r2.z * acc0@1; mul1 = r2.w * reg0.x@1
24:  acc0 = r1.y + mul0@1; acc1 = r3.y + mul1@1; mul0 = r1.z * acc0@1; mul1 = r1.w * acc1@1; pass = u1.w
25:  mul0 = u1.z * mul1@1; mul1 = reg0.z@1 * acc1@1; pass = u1.x
26:  acc0 = u0.z + mul0@1; mul0 = r3.w * acc0@2; mul1 = pass@2 * mul0@2; pass = u0.w; v0.z = acc0
27:  acc0 = pass@1 + mul1@1; mul0 = pass@2 * mul0@1; mul1 = u1.y * mul1@2; v0.w = acc0
28:  acc0 = u0.x + mul0@1; acc1 = u0.y + mul1@1; v0.xy = acc0, acc1
