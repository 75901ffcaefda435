// 29 instructions, lower bound 26
// lima-vp, 29 instructions
// a0      input position: vec4
// v0      output ret0: vec4
// u0      uniform wave: vec4
// u1..u4  uniform rows: vec4[4]
// u5 = -0.00018362227, -0.16664822, -3.1415927, 0.008306272
// u6 = 0.0019353072, 6.28125, 0.008306272, 0.9999966
// u7 = 1.5707964, 3.1415927, 0.15915494, 0.5
0:   mul0 = a0.x * u0.y
1:   acc0 = u0.z + mul0@1; r0.x = acc0
2:   mul0 = acc0@1 * u7.z
3:   acc0 = mul0@1 + u7.w
4:   acc0 = floor(acc0@1); mul0 = a0.z * u1.z; mul1 = a0.w * u1.w; r3.x = mul1; r0.w = mul0
5:   mul0 = acc0@1 * u6.y; mul1 = acc0@1 * u6.x
6:   acc0 = r0.x - mul0@1; mul0 = a0.z * u2.z; mul1 = a0.w * u2.w; r1.xy = mul0, mul1
7:   acc0 = acc0@1 - mul1@2; mul0 = reg0.z@1 * u3.z; mul1 = reg0.w@1 * u3.w; r0.x = acc0; r1.zw = mul0, mul1
8:   acc0 = max(acc0@1, -acc0@1); mul0 = a0.z * u4.z; mul1 = a0.w * u4.w; r2.xy = mul0, mul1
9:   acc0 = u7.y - acc0@2; acc1 = u7.x - acc0@1; r0.z = acc1
10:  acc0 = min(r0.x, acc0@1); mul0 = acc1@1 * acc1@1
11:  acc0 = u5.z - r0.x; mul0 = mul0@1 * u5.x; mul1 = mul0@1 * u5.y
12:  acc0 = max(acc0@2, acc0@1); mul0 = mul0@2 * mul0@2; r0.x = acc0
13:  acc0 = mul0@2 + u6.z; acc1 = mul1@2 + u6.w; mul0 = acc0@1 * acc0@1
14:  mul0 = mul0@1 * u5.x; mul1 = mul0@2 * acc0@1
15:  acc0 = mul0@1 + u5.w; acc1 = acc1@2 + mul1@1; mul0 = mul0@2 * u5.y; mul1 = mul0@2 * mul0@2
16:  acc0 = mul0@1 + u6.w; mul0 = mul1@1 * acc0@1; mul1 = r0.z * acc1@1
17:  acc0 = acc0@1 + mul0@1; mul0 = u0.x * mul1@1
18:  mul0 = r0.x * acc0@1; mul1 = u0.w * mul0@1
19:  acc0 = a0.x + mul1@1; mul0 = u0.x * mul0@1; r0.x = acc0
20:  acc0 = reg0.y@1 + mul0@1; mul0 = u1.x * acc0@1; r0.y = acc0
21:  mul0 = u1.y * acc0@1
22:  acc0 = mul0@2 + mul0@1; mul0 = u2.y * acc0@2; mul1 = u2.x * r0.x
23:  acc0 = mul0@1 + mul1@1; acc1 = r0.w + acc0@1; mul0 = u3.x * r0.x; mul1 = u3.y * r0.y; r2.z = acc1
24:  acc0 = mul0@1 + mul1@1; acc1 = r1.x + acc0@1; mul0 = u4.y * r0.y; mul1 = u4.x * r0.x; r1.x = acc1
   ; reg0 = r1
25:  acc0 = mul0@1 + mul1@1; acc1 = reg0.z@1 + acc0@1
26:  acc0 = r2.x + acc0@1; acc1 = r3.x + r2.z; v0.x = acc1
27:  acc0 = r1.y + r1.x; acc1 = r1.w + acc1@2; v0.yz = acc0, acc1
28:  acc0 = r2.y + acc0@2; v0.w = acc0
