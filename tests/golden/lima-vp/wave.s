// 28 instructions, lower bound 26
// lima-vp, 28 instructions
// a0      input arg0: vec4
// v0      output ret0: vec4
// u0      uniform arg1: vec4
// u1..u4  uniform arg2: vec4[4]
// u5 = -0.00018362227, -0.16664822, -3.1415927, 0.008306272
// u6 = 0.0019353072, 6.28125, 0.008306272, 0.9999966
// u7 = 1.5707964, 3.1415927, 0.15915494, 0.5
0:   mul0 = a0.x * u0.y; pass = u0.z
1:   acc0 = pass@1 + mul0@1; mul0 = reg0.z@1 * u1.z; mul1 = reg0.w@1 * u1.w; r0.xy = acc0, mul0; r3.z = mul1
2:   mul0 = acc0@1 * u7.z
3:   acc0 = mul0@1 + u7.w
4:   acc0 = floor(acc0@1); mul0 = a0.z * u2.z; mul1 = a0.w * u2.w; r1.xy = mul0, mul1
5:   mul0 = acc0@1 * u6.y; mul1 = acc0@1 * u6.x
6:   acc0 = r0.x - mul0@1; mul0 = a0.z * u3.z; mul1 = a0.w * u3.w; r1.zw = mul0, mul1
7:   acc0 = acc0@1 - mul1@2; mul0 = reg0.z@1 * u4.z; mul1 = reg0.w@1 * u4.w; r0.x = acc0; r2.zw = mul0, mul1
8:   acc0 = max(acc0@1, -acc0@1)
9:   acc0 = u7.y - acc0@2; acc1 = u7.x - acc0@1; r0.z = acc1
10:  acc0 = min(r0.x, acc0@1); mul0 = acc1@1 * acc1@1
11:  acc0 = u5.z - r0.x; mul0 = mul0@1 * u5.x; mul1 = mul0@1 * u5.y
12:  acc0 = max(acc0@2, acc0@1); mul0 = mul0@2 * mul0@2; r0.x = acc0
13:  acc0 = mul0@2 + u6.z; acc1 = mul1@2 + u6.w; mul0 = acc0@1 * acc0@1
14:  mul0 = mul0@1 * u5.x; mul1 = mul0@2 * acc0@1
15:  acc0 = mul0@1 + u5.w; acc1 = acc1@2 + mul1@1; mul0 = mul0@2 * u5.y; mul1 = mul0@2 * mul0@2
16:  acc0 = mul0@1 + u6.w; mul0 = mul1@1 * acc0@1; mul1 = r0.z * acc1@1
17:  acc0 = acc0@1 + mul0@1; mul0 = u0.x * mul1@1; pass = u0.w
18:  mul0 = r0.x * acc0@1; mul1 = pass@1 * mul0@1; pass = u2.x
19:  acc0 = a0.x + mul1@1; mul0 = u0.x * mul0@1; r0.x = acc0
20:  acc0 = reg0.y@1 + mul0@1; mul0 = u1.x * acc0@1; mul1 = pass@2 * acc0@1; pass = u1.y; r0.z = acc0
21:  mul0 = pass@1 * acc0@1; mul1 = u2.y * acc0@1
22:  acc0 = mul0@2 + mul0@1; acc1 = mul1@1 + mul1@2; mul0 = u3.x * r0.x; mul1 = u3.y * acc0@2
23:  acc0 = mul0@1 + mul1@1; acc1 = r0.y + acc0@1; mul0 = u4.y * r0.z; mul1 = u4.x * r0.x; r3.x = acc1
24:  acc0 = mul0@1 + mul1@1; acc1 = r1.x + acc1@2
25:  acc0 = r1.z + acc0@2; acc1 = r2.z + acc0@1
26:  acc0 = r3.z + r3.x; acc1 = r1.y + acc1@2; v0.xy = acc0, acc1
27:  acc0 = reg0.w@1 + acc0@2; acc1 = r2.w + acc1@2; v0.zw = acc0, acc1
